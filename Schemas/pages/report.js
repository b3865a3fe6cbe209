"use strict";
(() => {
  const [groupsOnPage, findingsOnPage] = [40, 25];
  const severities = ["note", "warning", "error", "fatal"];
  const find = id => document.getElementById(id);
  const amount = number => number.toLocaleString("en");
  const make = (tag, look, ...children) => {
    const element = document.createElement(tag);
    element.className = look;
    element.append(...children);
    return element;
  };

  // A link to the page of a rule opens it.
  const openRule = () => {
    const page = location.hash.startsWith("#rule-") && find(location.hash.slice(1));
    if (page) { page.open = true; }
  };
  addEventListener("hashchange", openRule);
  openRule();

  // The rows of the table as objects; a row has the differences from the one above.
  const data = JSON.parse(find("data").textContent);
  data.releases = data.releases.map(name => name.toUpperCase());
  data.sources = data.sources.map(name => name || "unknown source");
  const chunks = (numbers, width) =>
    Array.from({ length: numbers.length / width }, (_, i) => numbers.slice(i * width, (i + 1) * width));
  const kinds = chunks(data.kinds, 8).map(([severity, rule, message, path, source, release, profile, value]) =>
    ({ severity, rule, message, path, source, release, profile, value }));
  const rows = [];
  const sum = [0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < data.rows.length; i += 7) {
    for (let column = 0; column < 7; column += 1) { sum[column] += data.rows[i + column]; }
    const [file, line, column, kind, indices, record, text] = sum;
    rows.push({ file, line, column, kind: kinds[kind], indices, record, text });
  }
  const form = document.querySelector(".controls");
  if (!rows.length || !form) { return; }

  // A path has a mark for each index. A place has no indices and no entries of a Bundle, and `valueString` is one name.
  const types = data.records.map(record => record.split("/", 1)[0]);
  const patterns = data.paths.map(path => path.replaceAll("[\t]", ""));
  const names = patterns.map(pattern =>
    pattern.replace(/\.ofType\((.)([^)]*)\)/g, (_, first, rest) => first.toUpperCase() + rest));
  const ends = names.map(name => name.replace(/^(Bundle\.entry\.resource\b)+/, ""));
  const place = ({ kind, record }) =>
    (ends[kind.path] === names[kind.path] ? names[kind.path] : types[record] + ends[kind.path]) || "the whole file";
  const path = ({ kind, indices }) => {
    const numbers = data.indices[indices].split(" ");
    return data.paths[kind.path].replaceAll("\t", () => numbers.shift());
  };
  const position = row => data.files[row.file] + (row.line ? `:${row.line}:${row.column}` : `, byte ${row.column}`);

  const groupings = {
    rule: row => data.rules[row.kind.rule],
    place,
    record: row => {
      const name = data.records[row.record];
      return name.includes("/") ? name : `${name ? `${name} without an id` : "no record"}, in ${data.files[row.file]}`;
    },
    file: row => data.files[row.file],
    source: row => data.sources[row.kind.source]
  };
  const [search, grouping, severity, release, type] = ["search", "group", "severity", "release", "type"].map(find);

  // The options of a filter, with the number of findings of each. The names of releases and types are not blank.
  const none = " ";
  const fill = (select, values, name = value => value) => {
    const counts = new Map();
    for (const row of rows) {
      const value = values(row) === "" ? none : values(row);
      counts.set(value, (counts.get(value) || 0) + 1);
    }
    for (const [value, count] of Array.from(counts).sort((a, b) => (a[0] < b[0] ? -1 : 1))) {
      select.append(new Option(`${value === none ? "none stated" : name(value)} (${amount(count)})`, value));
    }
  };
  fill(severity, row => row.kind.severity, value => severities[value]);
  fill(release, row => data.releases[row.kind.release]);
  fill(type, row => types[row.record]);

  // Whether rows have a word: each text is searched once, however many rows have it. In quotes it is a whole text, and
  // with a name before it that of the fact.
  const facts = ["file", "record", "rule", "message", "place", "source", "profile", "value"];
  const texts = [data.files, data.records, data.rules, data.messages, patterns, data.sources, data.profiles, data.values];
  const columns = texts.map(texts => texts.map(text => text.toLowerCase()));
  const whole = word => {
    const [, fact, text] = word.match(/^(?:(\w+):)?(".*)$/) || [];
    try { return text ? [JSON.parse(text), fact] : [null]; } catch { return [null]; }
  };
  const has = given => {
    // The text report has a colon after the name of a record.
    const [exact, fact] = whole(given);
    // `rule:words`, for a part of one fact.
    const [, part, rest] = exact === null && given.match(/^(\w+):(.+)$/) || [];
    const only = facts.indexOf(part?.toLowerCase());
    const word = (only < 0 ? given : rest).toLowerCase().replace(/:$/, "");
    const [files, records, rules, messages, places, sources, profiles, values] =
      (exact === null ? columns : texts).map((texts, column) => texts.map(text =>
        exact === null ? (only < 0 || only === column) && text.includes(word)
          : text === exact && (!fact || fact.toLowerCase() === facts[column])));
    const found = new Set(kinds.filter(kind => rules[kind.rule] || messages[kind.message] || places[kind.path]
      || sources[kind.source] || profiles[kind.profile] || (exact !== null || only >= 0) && values[kind.value]));
    if (exact !== null || only >= 0) { return row => files[row.file] || records[row.record] || found.has(row.kind); }
    // With indices, it is an element of one record.
    const bare = word.replace(/\[\d+\]/g, "");
    if (bare !== word) {
      const near = columns[4].map(text => text.includes(bare));
      return row => files[row.file] || found.has(row.kind) || near[row.kind.path] && path(row).toLowerCase().includes(word);
    }
    // A part of `file:line:column`, or the line alone.
    const [, file, line, column] = word.match(/^(.*?):(\d+)(?::(\d+))?:?$/) || [];
    const named = columns[0].map(text => line !== undefined && text.endsWith(file));
    const isAt = row => named[row.file] && row.line === Number(line) && (!column || row.column === Number(column));
    return row => files[row.file] || records[row.record] || found.has(row.kind) || isAt(row);
  };

  // Whether rows are at the place with which a line of another report ends; nothing if it is of no file.
  const isAtPlace = text => {
    const [, start, line, column] = text.match(/^(.*)(?::(\d+):|, byte )(\d+):?$/) || [];
    const file = data.files.findIndex(file => start === file || start?.endsWith(` ${file}`));
    return file >= 0 && (row => row.file === file && row.line === Number(line || 0) && row.column === Number(column));
  };

  // Whether rows have the message of another report, as a whole or in part: quotes in it are its own.
  const hasMessage = text => {
    if (!text.includes("\"") || text.match(/^((\w+:)?"(?:[^"\\]|\\.)*"\s*)+$/)) { return null; }
    const messages = columns[3].map(message => message.includes(text.toLowerCase()));
    return messages.includes(true) && (row => messages[row.kind.message]);
  };

  // A list of which one page is shown at a time.
  const paged = (items, size, name, draw) => {
    const list = make("ul", "");
    const last = Math.max(1, Math.ceil(items.length / size));
    let current = 1;
    const show = page => {
      current = Math.min(Math.max(1, Math.round(page) || 1), last);
      const start = (current - 1) * size;
      list.replaceChildren(...items.slice(start, start + size).map(item => make("li", "", draw(item))));
      for (const { input, previous, next } of pagers) {
        input.value = current;
        [previous.ariaDisabled, next.ariaDisabled] = [current === 1, current === last];
      }
    };
    const button = (label, step, where) => Object.assign(make("button", "", label), { type: "button", onclick: () => {
      show(current + step);
      if (where === "below") { pagers[0].box.scrollIntoView(); }
    } });
    const control = where => {
      const input = Object.assign(make("input", ""), { type: "number", min: 1, max: last });
      input.onchange = () => show(Number(input.value));
      const [previous, next] = [button("Previous", -1, where), button("Next", 1, where)];
      const box = make("div", "pages", previous, make("label", "", "Page ", input, ` of ${amount(last)}`), next);
      return { box: Object.assign(box, { role: "group", ariaLabel: `Pages of ${name}, ${where}` }), input, previous, next };
    };
    const pagers = last === 1 ? [] : [control("above"), control("below")];
    show(1);
    return last === 1 ? [list] : [pagers[0].box, list, pagers[1].box];
  };

  // A part whose content is made when it is opened.
  const opening = (look, head, draw) => {
    const details = make("details", look, head);
    details.draw = () => {
      if (details.children.length === 1) { details.append(draw()); }
    };
    details.addEventListener("toggle", () => { if (details.open) { details.draw(); } });
    return details;
  };
  const badge = (number, count) => make("span", `severity ${severities[number]}`,
    count ? `${severities[number]} ${amount(count)}` : severities[number]);

  const showLine = row => {
    const [before, fault, after] = data.lines[row.text - 1].split("\t");
    const box = make("pre", "", `${row.line}  ${before}`, make("mark", "", fault || "\u00A0"), after);
    return Object.assign(box, { tabIndex: 0, role: "group", ariaLabel: `Line ${row.line} of the file` });
  };
  const showFinding = row => {
    const rule = data.rules[row.kind.rule];
    const link = make("a", "", rule);
    link.href = `#rule-${rule}`;
    const place = make("a", "", position(row));
    place.href = address({ find: position(row) });
    const facts = [["Rule", link], ["Element", path(row)], ["Record", data.records[row.record]], ["Place", place],
      ["Source", data.sources.length > 1 && data.sources[row.kind.source]], ["Release", data.releases[row.kind.release]],
      ["Profile", data.profiles[row.kind.profile]]].filter(fact => fact[1]);
    const box = make("div", "", make("dl", "", ...facts.flatMap(([name, value]) =>
      [make("dt", "", name), make("dd", "", value)])));
    if (row.text) {
      box.append(showLine(row));
    } else if (row.line) {
      box.append(make("p", "quiet", "The page has no room for this line. With the paths of the run, this lists it: ",
        make("code", "", `fhircheck --all --select ${rule} PATH`)));
    }
    return box;
  };
  const drawFinding = row => opening("finding", make("summary", "", badge(row.kind.severity),
    make("span", "", data.messages[row.kind.message]),
    make("span", "where", [data.records[row.record], position(row)].filter(text => text).join(" · "))),
  () => showFinding(row));

  const worst = group => group.counts.findLastIndex(count => count);
  const drawGroup = largest => group => {
    const share = make("span", `share ${severities[worst(group)]}`);
    share.style.width = `${100 * group.rows.length / largest}%`;
    const title = grouping.value === "rule" && find(`rule-${group.name}`);
    const name = make("span", "name", group.name);
    if (title) {
      const words = title.firstElementChild.cloneNode(true);
      words.firstChild.data = words.firstChild.data.slice(group.name.length);
      name.append(make("span", "title", ...words.childNodes));
    }
    const badges = group.counts.flatMap((count, number) => count ? [badge(number, count)] : []).reverse();
    const head = make("summary", "", make("span", "badges", ...(badges.length > 1 ? badges : [badge(worst(group))])), name,
      make("span", "count", amount(group.rows.length)), share);
    return opening("group", head,
      () => make("div", "", ...paged(group.rows, findingsOnPage, group.name, drawFinding)));
  };

  // What is looked for, as the end of an address of the page.
  const controls = { find: search, group: grouping, severity, release, type };
  let timer = 0;
  const address = wanted => `#findings?${new URLSearchParams(wanted)}`;
  const wanted = () => Object.fromEntries(Object.entries(controls).map(([name, control]) => [name, control.value])
    .filter(([name, value]) => value && value !== (name === "group" ? "rule" : "")));
  const look = wanted => {
    for (const [name, control] of Object.entries(controls)) { control.value = wanted[name] || (name === "group" ? "rule" : ""); }
    if (!grouping.value) { grouping.value = "rule"; }
    update();
  };
  const openAddress = () => {
    if (["", "#findings"].includes(location.hash)) { look({}); }
    if (!location.hash.startsWith("#findings?")) { return; }
    look(Object.fromEntries(new URLSearchParams(location.hash.slice(10))));
    find("findings").scrollIntoView();
    find("shown").focus({ preventScroll: true });
  };
  addEventListener("hashchange", openAddress);

  const update = () => {
    const text = search.value.trim();
    const known = isAtPlace(text) || hasMessage(text);
    const tests = known ? [known] : (search.value.match(/(?:\w+:)?"(?:[^"\\]|\\.)*"|[^\s\u00B7]+/g) || []).map(has);
    if (severity.value) { tests.push(row => row.kind.severity === Number(severity.value)); }
    if (release.value) { tests.push(row => (data.releases[row.kind.release] || none) === release.value); }
    if (type.value) { tests.push(row => (types[row.record] || none) === type.value); }
    const groups = new Map();
    let count = 0;
    for (const row of rows) {
      if (!tests.every(test => test(row))) { continue; }
      count += 1;
      const name = groupings[grouping.value](row);
      const group = groups.get(name) || { name, rows: [], counts: [0, 0, 0, 0] };
      groups.set(name, group);
      group.rows.push(row);
      group.counts[row.kind.severity] += 1;
    }
    const order = Array.from(groups.values()).sort((a, b) => worst(b) - worst(a) || b.rows.length - a.rows.length);
    for (const group of order) {
      if (group.counts[worst(group)] < group.rows.length) { group.rows.sort((a, b) => b.kind.severity - a.kind.severity); }
    }
    const largest = order.reduce((most, group) => Math.max(most, group.rows.length), 1);
    find("list").replaceChildren(...paged(order, groupsOnPage, "groups", drawGroup(largest)));
    if (order.length === 1) { document.querySelector("#list .group").open = true; }
    const inGroups = `in ${amount(order.length)} ${order.length === 1 ? "group" : "groups"}`;
    find("shown").value = `${amount(count)} of ${amount(rows.length)} findings`
      + (count ? `, ${inGroups}` : ". Fewer words or filters may find some; Escape shows all.");
    const onPaper = order.length > groupsOnPage ? `the first ${groupsOnPage} of ${amount(order.length)} groups` : "all groups";
    find("list").dataset.paper = `On paper: ${onPaper}, with up to three findings of each that is closed.`;
    // Not at each letter, which browsers refuse.
    clearTimeout(timer);
    timer = setTimeout(() => {
      const state = wanted();
      const isAny = Object.keys(state).length > 0;
      if (isAny || location.hash.startsWith("#findings?")) { history.replaceState(null, "", isAny ? address(state) : "#findings"); }
    }, 300);
  };

  form.hidden = false;
  form.addEventListener("input", update);
  form.addEventListener("submit", event => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(update));
  // A link of a picture leads to its findings.
  document.addEventListener("click", event => {
    const link = event.target.closest("a[data-group]");
    if (!link) { return; }
    event.preventDefault();
    // So that a reader can go back.
    location.hash = address({ ...link.dataset });
  });
  document.addEventListener("keydown", event => {
    const focus = document.activeElement;
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    if (event.key === "/" && !/^(INPUT|SELECT)$/.test(focus.tagName)) {
      event.preventDefault();
      search.focus();
    } else if (event.key === "Escape") {
      if (!find("list").contains(focus)) { form.reset(); }
      search.focus();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const stops = [search, ...Array.from(find("list").querySelectorAll("summary")).filter(stop => stop.checkVisibility())];
      const next = stops[stops.indexOf(focus) + (event.key === "ArrowDown" ? 1 : -1)];
      if (!stops.includes(focus) || !next) { return; }
      event.preventDefault();
      next.focus();
    }
  });
  // On paper, closed groups have their first findings.
  addEventListener("beforeprint", () => {
    for (const group of document.querySelectorAll("#list .group:not([open])")) {
      group.draw();
      group.classList.add("brief");
    }
  });
  update();
  openAddress();
})();
