"use strict";
// Without this script everything can be read: it filters, and opens what is hidden.
(() => {
  // Whatever a link leads to, or is printed, is opened first.
  const reveal = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    for (let at = target; at; at = at.parentElement) {
      if (at.tagName === "DETAILS") at.open = true;
    }
    if (target) target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();

  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    for (const details of closed) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of closed) details.open = false;
  });

  // What can be found is in groups, whose title counts as a part of it. A group vanishes when nothing in it
  // is left, and opens when something is.
  const groups = [
    ["#findings .file", ".finding"],
    ["#rules", ".rule"],
    ["#hierarchy .hierarchy", ".level"],
    ["#keys table", "tbody tr"],
  ];
  const input = document.getElementById("filter");
  input.closest("label").hidden = false;
  let all = null;
  const collect = () => groups.flatMap(([selector, things]) => [...document.querySelectorAll(selector)].map((group) => {
    const title = group.querySelector(":scope > summary .path")?.textContent ?? "";
    return [group, [...group.querySelectorAll(things)].map((thing) => [thing, (title + " " + thing.textContent).toLowerCase()])];
  }));
  const apply = () => {
    all ??= collect();
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const [group, things] of all) {
      let left = 0;
      for (const [thing, text] of things) {
        thing.hidden = !words.every((word) => text.includes(word));
        if (!thing.hidden) left++;
      }
      if (group.tagName !== "SECTION") group.hidden = left === 0 && words.length > 0;
      const details = group.closest("details");
      if (details && left && words.length) details.open = true;
    }
  };
  let pending;
  input.addEventListener("input", () => {
    clearTimeout(pending);
    pending = setTimeout(apply, 120);
  });
})();
