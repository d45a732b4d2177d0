"use strict";
// Creates elements for what is visible, from the data in the page. All text is inserted as text nodes: nothing in the data is markup.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes ?? {})) {
      if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat().filter((child) => child !== undefined && child !== ""));
    return element;
  };
  const count = (n, one) => n.toLocaleString("en") + " " + one + (n === 1 ? "" : "s");

  // Text in backquotes is code; a single backquote is literal.
  const prose = (text) => text.split(/`([^`]*)`/).map((part, i) => (i % 2 ? make("code", null, part) : part));
  const source = (rows) => make("pre", { class: "source" }, rows.map((row) => row.length
    ? make("span", { class: "row" }, make("span", { class: "number" }, row[0] + " "), row[1], row[2] && make("mark", null, row[2]), row[3], "\n")
    : make("span", { class: "row gap" }, make("span", { class: "number" }, "… "), "\n")));

  // Content that is wider than its box can be scrolled with the keyboard.
  const scrollable = (boxes) => {
    for (const box of boxes.filter((pre) => pre.scrollWidth > pre.clientWidth)) box.tabIndex = 0;
  };

  // A list grows when its end becomes visible, or when its button is pressed.
  const grow = (button, step) => {
    button.addEventListener("click", step);
    new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) step();
    }, { rootMargin: "1200px" }).observe(button);
  };

  const words = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text, wanted) => wanted.every((word) => text.includes(word));

  /* Findings */

  const severities = ["error", "warning", "note"];
  const headings = { error: "Errors", warning: "Warnings", note: "Notes" };
  const findings = data.findings ?? [];
  findings.forEach((f, i) => {
    f.number = i + 1;
    f.path = data.files[f.file];
    f.name = data.rules[f.rule].name;
  });
  // The text that the filter searches, created when it is first used.
  const textOf = (f) => (f.text ??= [f.path, f.name, f.message, f.detail, f.help, ...(f.source ?? []).flat(), ...(f.related ?? []).map((r) => r.at)].join(" ").toLowerCase());

  const state = { severity: new Set(), rule: new Set(), path: "", group: "severity" };
  const filter = byId("filter");
  const inPath = (path, within) => within === "" || path === within || path.startsWith(within.endsWith("/") ? within : within + "/");

  const card = (f) => {
    const related = f.related ?? [];
    const places = related.map((r) => make("li", null, make("span", { class: "place" }, r.at), " ", prose(r.text), r.source && source(r.source)));
    if (f.more) places.push(make("li", { class: "quiet" }, "and " + count(f.more, "more place")));
    const list = make("ul", { class: "related" }, places);
    return make("article", { class: "finding " + f.severity, id: "f" + f.number },
      make("h4", null, prose(f.message)),
      make("p", { class: "meta" },
        make("span", { class: "severity" }, f.severity),
        make("a", { class: "place", href: "#f" + f.number }, f.path + ":" + f.at),
        make("a", { class: "rule", href: /^https:/.test(data.rules[f.rule].url) ? data.rules[f.rule].url : undefined }, f.name)),
      f.source && source(f.source),
      f.detail && make("p", null, prose(f.detail)),
      f.help && make("p", { class: "help" }, prose(f.help)),
      f.fixes && make("ul", { class: "fixes" }, f.fixes.map((fix) => make("li", null, make("b", null, fix.label), " ", prose(fix.text), fix.safe ? "" : make("span", { class: "quiet" }, " (unsafe: needs review)")))),
      places.length > 2 ? make("details", null, make("summary", null, count(related.length + (f.more ?? 0), "related place")), list) : places.length ? list : "");
  };

  let shown = []; // the findings that match the filters, in order
  let made = 0; // the number of them that have elements
  let group; // the last group in the list
  const groupOf = (f) => (state.group === "severity" ? f.severity : state.group === "path" ? f.path : f.name);
  const more = (wanted = 40) => {
    const sizes = shown.sizes ?? {};
    const end = Math.min(made + wanted, shown.length);
    const cards = shown.slice(made, end).map(card);
    for (const element of cards) {
      const f = shown[made++];
      const name = groupOf(f);
      if (group?.dataset.name !== name) {
        group = make("section", { class: "group", "data-name": name }, make("h3", null, state.group === "severity" ? headings[name] : name, " ", make("span", { class: "quiet" }, sizes[name].toLocaleString("en"))));
        byId("list").append(group);
      }
      group.append(element);
    }
    scrollable(cards.flatMap((element) => all("pre", element)));
    byId("more").hidden = made >= shown.length;
  };

  const facet = (fieldset, name, values, counts) => {
    const focused = document.activeElement?.name === name ? document.activeElement.value : undefined;
    all("label", fieldset).forEach((label) => label.remove());
    for (const value of values) {
      const box = make("input", { type: "checkbox", name, value });
      box.checked = state[name].has(value);
      fieldset.append(make("label", { class: name === "severity" ? value : worst.get(value) }, box, make("span", { class: "name" }, value), make("span", { class: "amount" }, (counts.get(value) ?? 0).toLocaleString("en"))));
      if (value === focused) box.focus();
    }
  };

  // The children of the selected directory, as links. A directory that contains only another directory is shown with it.
  const paths = (counts) => {
    const box = byId("paths");
    all("ul", box).forEach((list) => list.remove());
    const items = [];
    const link = (text, path, n, attributes) => items.push(make("li", null, make("a", { href: address({ path }), ...attributes }, text), n === undefined ? "" : make("span", { class: "amount" }, n.toLocaleString("en"))));
    let at = state.path && state.path.replace(/\/$/, "");
    const isFile = findings.some((f) => f.path === at);
    if (at) {
      link("all files", "");
      at.split("/").forEach((part, i, parts) => link(part + (i < parts.length - 1 || !isFile ? "/" : ""), parts.slice(0, i + 1).join("/"), undefined, i === parts.length - 1 ? { "aria-current": "true" } : {}));
    }
    const list = () => {
      const children = new Map();
      for (const [path, n] of counts) {
        if (!inPath(path, at)) continue;
        const rest = path.slice(at ? at.length + 1 : 0);
        const slash = rest.indexOf("/", rest.startsWith("/") ? 1 : 0);
        const child = slash < 0 ? rest : rest.slice(0, slash + 1);
        const known = children.get(child) ?? { n: 0, common: path };
        known.n += n;
        while (!path.startsWith(known.common)) known.common = known.common.replace(/[^/]*\/?$/, "");
        children.set(child, known);
      }
      if (children.size === 1) {
        const [{ common }] = children.values();
        const only = common.replace(/\/?[^/]*$/, "");
        if (only !== at && only.startsWith(at)) {
          at = only;
          return list();
        }
      }
      const sorted = [...children].sort(([a, x], [b, y]) => y.n - x.n || (a < b ? -1 : 1));
      for (const [child, { n, common }] of sorted.slice(0, 30)) {
        const path = (at ? at + "/" : "") + child;
        const whole = common.length > path.length && !path.endsWith("/") ? path : common.length > path.length ? common : path;
        link(whole.slice(at ? at.length + 1 : 0), whole.replace(/\/$/, ""), n);
      }
      if (sorted.length > 30) items.push(make("li", { class: "quiet" }, "and " + (sorted.length - 30) + " more"));
    };
    if (!isFile) list();
    box.append(make("ul", null, items));
  };

  // The worst severity of each rule, the rules in the order of the report.
  const worst = new Map();
  for (const f of findings) {
    if (!worst.has(f.name)) worst.set(f.name, f.severity);
  }

  const address = (change = {}) => {
    const next = { ...state, ...change };
    const query = new URLSearchParams();
    if (next.severity.size) query.set("severity", [...next.severity].join(","));
    if (next.rule.size) query.set("rule", [...next.rule].join(","));
    if (next.path) query.set("path", next.path);
    if (next.group !== "severity") query.set("group", next.group);
    return "#findings" + (query.size ? "?" + query.toString().replaceAll("%2F", "/").replaceAll("%2C", ",") : "");
  };

  const update = () => {
    if (!findings.length) return;
    const wanted = words(filter.value);
    const counts = { severity: new Map(), rule: new Map(), path: new Map() };
    const add = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);
    shown = [];
    for (const f of findings) {
      if (wanted.length && !has(textOf(f), wanted)) continue;
      const severity = !state.severity.size || state.severity.has(f.severity);
      const rule = !state.rule.size || state.rule.has(f.name);
      const path = inPath(f.path, state.path);
      if (rule && path) add(counts.severity, f.severity);
      if (severity && path) add(counts.rule, f.name);
      if (severity && rule) add(counts.path, f.path);
      if (severity && rule && path) shown.push(f);
    }
    if (state.group !== "severity") {
      const order = new Map();
      for (const f of shown) if (!order.has(groupOf(f))) order.set(groupOf(f), order.size); // the worst group first
      shown.sort((a, b) => order.get(groupOf(a)) - order.get(groupOf(b)) || a.number - b.number);
    }
    shown.sizes = {};
    for (const f of shown) shown.sizes[groupOf(f)] = (shown.sizes[groupOf(f)] ?? 0) + 1;
    facet(byId("severities"), "severity", severities.filter((s) => findings.some((f) => f.severity === s)), counts.severity);
    facet(byId("rule-names"), "rule", [...worst.keys()].filter((name) => counts.rule.has(name) || state.rule.has(name)), counts.rule);
    paths(counts.path);
    const left = data.total - findings.length;
    byId("status").textContent = (shown.length === findings.length ? count(shown.length, "finding") : shown.length.toLocaleString("en") + " of " + count(findings.length, "finding")) +
      (left > 0 ? "; " + left.toLocaleString("en") + " less severe ones are omitted; other formats contain them" : "");
    byId("clear").hidden = !(wanted.length || state.severity.size || state.rule.size || state.path);
    byId("group").value = state.group;
    byId("list").replaceChildren();
    made = 0;
    group = undefined;
    more();
  };

  /* Keys */

  const label = (path) => path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
  const name = (text) => text.split("::").flatMap((part, i) => (i ? ["::", make("wbr"), part] : [part]));
  const value = (s) => (s.withheld ? make("span", { class: "withheld" }, s.withheld) : make("span", { class: "value" }, s.value ?? ""));
  const placeOf = (s) => data.files[s.file] + ":" + s.line;
  const title = (s) => placeOf(s) + ": " + data.effects[s.effect].text;
  const cell = (c) => {
    if (!c) return make("td");
    if (c.settings.length === 1 && !c.more) return make("td", null, make("span", { class: "setting " + data.effects[c.settings[0].effect].class, title: title(c.settings[0]) }, value(c.settings[0])));
    const items = c.settings.map((s) => make("li", { class: data.effects[s.effect].class, title: title(s) }, make("span", { class: "label" }, label(data.files[s.file])), " ", value(s)));
    if (c.more) items.push(make("li", { class: "quiet" }, "and " + c.more + " more"));
    const list = make("ul", null, items);
    const total = c.settings.length + (c.more ?? 0);
    const isTall = total > 3 || c.settings.reduce((sum, s) => sum + (s.value ?? "").length, 0) > 80;
    return make("td", null, isTall ? make("details", { class: c.class }, make("summary", null, total + " files"), list) : list);
  };
  const rowOf = {
    shared: (key, columns) => make("tr", null, make("th", { scope: "row" }, make("code", null, name(key.name)), key.merge ? [" ", make("span", { class: "pill" }, key.merge)] : ""),
      columns.map((_, i) => cell(key.cells.find((c) => c.column === i)))),
    single: (key) => make("tr", null, make("th", { scope: "row" }, make("code", null, name(key.name))), make("td", null, value(key.cells[0].settings[0])), make("td", { class: "where" }, placeOf(key.cells[0].settings[0]))),
  };
  const keyText = (key) => (key.text ??= [key.name, key.merge, ...key.cells.flatMap((c) => c.settings.flatMap((s) => [data.files[s.file], s.value]))].join(" ").toLowerCase());
  const tables = all(".table").map((box) => {
    const { columns, silent, [box.dataset.keys]: keys } = data.scopes[box.dataset.scope];
    const kind = box.dataset.keys;
    const heads = kind === "shared"
      ? columns.map((c) => make("th", { scope: "col", title: c.detail }, make("span", { class: "column" }, make("span", { class: "step" }, c.number), " ", c.name)))
      : ["Value", "File and line"].map((text) => make("th", { scope: "col" }, text));
    const body = make("tbody");
    const button = make("button", { type: "button", class: "load" }, "Show more keys");
    const scroll = make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": (kind === "shared" ? "Keys that are set in several files: " : "Keys that are set in one file: ") + box.closest(".scope").querySelector("h3").textContent },
      make("table", { class: "keys" }, make("thead", null, make("tr", null, make("th", { scope: "col" }, "Key"), heads)), body), button);
    box.append(scroll);
    if (kind === "shared" && silent) box.before(make("p", { class: "legend" }, silent));
    const table = {
      left: [], done: 0,
      more(wanted = 60) {
        const next = table.left.slice(table.done, table.done + wanted);
        body.append(...next.map((key) => rowOf[kind](key, columns)));
        table.done += next.length;
        button.hidden = table.done >= table.left.length;
      },
      update() {
        const wanted = words(filter.value);
        table.left = wanted.length ? keys.filter((key) => has(keyText(key), wanted)) : keys;
        table.done = 0;
        body.replaceChildren();
        table.more();
        scroll.hidden = !table.left.length;
        if (wanted.length && table.left.length) box.closest("details")?.setAttribute("open", "");
      },
    };
    button.addEventListener("click", () => table.more());
    new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) table.more();
    }, { root: scroll, rootMargin: "600px" }).observe(button);
    return table;
  });

  // The rules and the hierarchy already are elements: those that do not match are hidden, and so are empty groups.
  const still = [["#rules tbody", "tr"], ["#hierarchy .hierarchy", ".level"]];
  const hide = () => {
    const wanted = words(filter.value);
    for (const [groups, things] of still) {
      for (const group of all(groups)) {
        const title = group.querySelector(":scope > summary .path")?.textContent ?? "";
        let left = 0;
        for (const thing of all(things, group)) {
          thing.hidden = !has((title + " " + thing.textContent).toLowerCase(), wanted);
          if (!thing.hidden) left++;
        }
        if (group.tagName === "DETAILS") {
          group.hidden = !left && wanted.length > 0;
          if (left && wanted.length) group.open = true;
        }
      }
    }
  };

  /* Views: one part of the page at a time, named by the address */

  const views = all("main > section");
  const current = () => views.find((view) => !view.hidden);
  const refresh = {
    findings: update,
    rules: hide,
    hierarchy: hide,
    keys: () => tables.forEach((table) => table.update()),
  };
  let seen = {}; // the filter that each view was last shown with
  const show = (id) => {
    for (const view of views) view.hidden = view.id !== id;
    for (const link of all("nav a")) {
      if (link.hash === "#" + id) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    const key = filter.value + (id === "findings" ? address() : "");
    if (seen[id] !== key) {
      seen[id] = key;
      refresh[id]();
    }
  };
  const route = () => {
    const [id, query] = location.hash.slice(1).split("?");
    const number = /^f\d+$/.test(id) && Number(id.slice(1));
    if (number && findings[number - 1]) {
      if (!shown.includes(findings[number - 1])) {
        Object.assign(state, { severity: new Set(), rule: new Set(), path: "" });
        filter.value = "";
      }
      show("findings");
      more(shown.indexOf(findings[number - 1]) + 20 - made); // with enough elements below it to scroll it to the top
      byId(id).scrollIntoView();
      return;
    }
    if (id === "findings" || id === "") {
      const params = new URLSearchParams(query);
      const list = (name) => new Set((params.get(name) ?? "").split(",").filter(Boolean));
      Object.assign(state, { severity: list("severity"), rule: list("rule"), path: params.get("path") ?? "", group: ["path", "rule"].find((g) => g === params.get("group")) ?? "severity" });
    }
    show(views.some((view) => view.id === id) ? id : "findings");
  };
  addEventListener("hashchange", () => {
    const before = current();
    route();
    if (before !== current() || location.hash.includes("?")) scrollTo(0, Math.min(scrollY, document.querySelector("nav").offsetTop));
    if (before !== current()) current().focus({ preventScroll: true });
  });

  for (const element of all(".plain")) element.remove();
  for (const element of all(".scripted")) element.hidden = false;
  let pending;
  filter.addEventListener("input", () => {
    clearTimeout(pending);
    pending = setTimeout(() => show(current().id), 100);
  });
  if (findings.length) {
    const go = (change) => {
      Object.assign(state, change);
      history.replaceState(null, "", address());
      show("findings");
    };
    byId("findings").addEventListener("change", ({ target }) => {
      if (target.id === "group") return go({ group: target.value });
      state[target.name][target.checked ? "add" : "delete"](target.value);
      go({});
    });
    byId("clear").addEventListener("click", () => {
      filter.value = "";
      go({ severity: new Set(), rule: new Set(), path: "" });
      filter.focus();
    });
    grow(byId("more"), () => more());
    const wide = matchMedia("(min-width: 64rem)");
    const fold = () => { document.querySelector(".facets").open = wide.matches; };
    wide.addEventListener("change", fold);
    fold();
  }

  // Print everything that matches the filters.
  let closed = [], hidden = [];
  addEventListener("beforeprint", () => {
    hidden = views.filter((view) => view.hidden);
    const id = current().id;
    for (const view of hidden) show(view.id);
    show(id);
    for (const view of views) view.hidden = false;
    more(Infinity);
    for (const table of tables) table.more(Infinity);
    closed = all("main details:not([open])");
    for (const details of closed) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const view of hidden) view.hidden = true;
    for (const details of closed) details.open = false;
  });
  route();
})();
