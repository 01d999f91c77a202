// Light, dark, or as the device: chosen before the first paint, so this is a plain script in the head.
(() => {
  const root = document.documentElement;
  const themes = ["auto", "light", "dark"];
  /** @type {Record<string, string>} */
  const icons = { auto: "#i-auto", light: "#i-sun", dark: "#i-moon" };
  const stored = () => {
    try {
      return localStorage.getItem("theme") || "auto";
    } catch {
      return "auto";
    }
  };
  const wear = (/** @type {string} */ theme) => {
    root.classList.remove(...themes);
    root.classList.add(themes.includes(theme) ? theme : "auto");
  };
  wear(stored());
  addEventListener("beforeprint", () => wear("light")); // paper is light
  addEventListener("afterprint", () => wear(stored()));
  document.addEventListener("DOMContentLoaded", () => {
    const buttons = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".theme"));
    const show = (/** @type {string} */ theme) => {
      for (const button of buttons) {
        const words = button.dataset[theme] ?? theme;
        button.querySelector("use")?.setAttribute("href", icons[theme]);
        button.setAttribute("aria-label", words);
        button.title = words;
        const name = button.querySelector(".theme-name");
        if (name) name.textContent = words;
      }
    };
    show(stored());
    const turn = () => {
      const next = themes[(themes.indexOf(stored()) + 1) % themes.length];
      try {
        localStorage.setItem("theme", next);
      } catch {
        // private windows may refuse: the choice then lasts as long as the page
      }
      wear(next);
      show(next);
    };
    for (const button of buttons) button.addEventListener("click", turn);
    for (const choice of document.querySelectorAll("[data-language]")) {
      choice.addEventListener("click", () => {
        document.cookie = `language=${choice.getAttribute("data-language")}; path=/; max-age=31536000; samesite=lax`;
        location.reload();
      });
    }
    document.addEventListener("click", (event) => {
      for (const menu of document.querySelectorAll("details.menu[open]")) {
        if (!menu.contains(/** @type {Node} */ (event.target))) menu.removeAttribute("open");
      }
    });
    document.addEventListener("keydown", (event) => {
      const open = document.querySelector("details.menu[open]");
      if (event.key !== "Escape" || !open) return;
      open.removeAttribute("open");
      /** @type {HTMLElement | null} */ (open.querySelector("summary"))?.focus();
      event.stopPropagation();
    });
  });
})();
