// The explorable figures of an exported page.

import { begin } from "./begin.js";
import { Figure } from "./figure.js";

begin("explore", Figure);
