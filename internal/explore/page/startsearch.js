// The Bayesian optimisations of an exported page.

import { begin } from "./begin.js";
import { Search } from "./search.js";

begin("search", Search);
