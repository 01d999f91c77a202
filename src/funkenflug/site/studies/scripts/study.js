// The page of a study, a lesson or a puzzle: a board with any position of a match, of which the viewer plays the seats.

import { clearLog, showLog } from "../../boards/scripts/log.js";
import { table } from "../../boards/scripts/state.js";
import { on } from "../../tables/scripts/parts.js";

on("position", () => {
  clearLog();
  showLog(table().log);
});
