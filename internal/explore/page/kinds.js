// All kinds of figures, for front ends that load them together.

import { Figure } from "./figure.js";
import { Occam } from "./occam.js";
import { Race } from "./race.js";
import { Search } from "./search.js";

/** What draws a figure, by its kind. */
export const kinds = { explore: Figure, occam: Occam, race: Race, search: Search };
