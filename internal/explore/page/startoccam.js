// The comparisons of models of an exported page.

import { begin } from "./begin.js";
import { Occam } from "./occam.js";

begin("occam", Occam);
