// The races of an exported page.

import { begin } from "./begin.js";
import { Race } from "./race.js";

begin("race", Race);
