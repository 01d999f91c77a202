// The table page: the parts of the page show a table of the site.

import { renderers } from "./parts.js";
import { open } from "./sync.js";

open(renderers);
