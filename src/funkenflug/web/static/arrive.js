// The end of a private link: takes over the identity, once somebody says so.

import { ask, Refused } from "./connection.js";
import { one } from "./dom.js";

const button = one(".arrive");
button.addEventListener("click", async () => {
  try {
    await ask("POST", "/api/me/arrive", { token: button.dataset.token });
    location.href = "/";
  } catch (error) {
    one(".arrive-words").textContent = (error instanceof Refused && error.message) || button.dataset.failed || "";
  }
});
