extension HTMLReport {
  /// The script that lists the findings of ``PageFindings``: it groups, searches and filters them, and makes only the
  /// elements that are on the screen.
  ///
  /// Texts become text nodes, never markup.
  static let script = #"""
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
        const page = location.hash.startsWith("#rule-") && find(decodeURIComponent(location.hash.slice(1)));
        if (page) { page.open = true; }
      };
      addEventListener("hashchange", openRule);
      openRule();

      // The rows of the table as objects; a row has the differences from the one above.
      const data = JSON.parse(find("data").textContent);
      data.releases = data.releases.map(name => name.toUpperCase());
      const chunks = (numbers, width) =>
        Array.from({ length: numbers.length / width }, (_, i) => numbers.slice(i * width, (i + 1) * width));
      const kinds = chunks(data.kinds, 7).map(([severity, rule, message, path, source, release, profile]) =>
        ({ severity, rule, message, path, source, release, profile }));
      const rows = [];
      const sum = [0, 0, 0, 0, 0, 0];
      let lines = 0;
      for (let i = 0; i < data.rows.length; i += 7) {
        for (let column = 0; column < 6; column += 1) { sum[column] += data.rows[i + column]; }
        const [file, line, column, kind, indices, record] = sum;
        const text = data.rows[i + 6] ? data.lines[lines] : null;
        lines += data.rows[i + 6];
        rows.push({ file, line, column, kind: kinds[kind], indices, record, text });
      }
      const form = document.querySelector(".controls");
      if (!rows.length || !form) { return; }

      // A path has a mark for each index. Without its indices and the entries of a Bundle it is a place.
      const types = data.records.map(record => record.split("/", 1)[0]);
      const patterns = data.paths.map(path => path.replaceAll("[\u0001]", ""));
      const ends = patterns.map(pattern => pattern.replace(/^(Bundle\.entry\.resource\b)+/, ""));
      const place = ({ kind, record }) =>
        (ends[kind.path] === patterns[kind.path] ? patterns[kind.path] : types[record] + ends[kind.path]) || "the whole file";
      const path = ({ kind, indices }) => {
        const numbers = data.indices[indices].split(" ");
        return data.paths[kind.path].replaceAll("\u0001", () => numbers.shift());
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
        source: row => data.sources[row.kind.source] || "no source given"
      };
      const [search, grouping, severity, release, type] = ["search", "group", "severity", "release", "type"].map(find);

      // The options of a filter, with the number of findings of each.
      const fill = (select, values, name = value => value) => {
        const counts = new Map();
        for (const row of rows) {
          const value = values(row);
          if (value !== "") { counts.set(value, (counts.get(value) || 0) + 1); }
        }
        for (const [value, count] of Array.from(counts).sort((a, b) => (a[0] < b[0] ? -1 : 1))) {
          select.append(new Option(`${name(value)} (${amount(count)})`, value));
        }
      };
      fill(severity, row => row.kind.severity, value => severities[value]);
      fill(release, row => data.releases[row.kind.release]);
      fill(type, row => types[row.record]);

      // Whether rows have a word: each text is searched once, however many rows have it.
      const columns = [data.files, data.records, data.rules, data.messages, patterns, data.sources, data.profiles]
        .map(texts => texts.map(text => text.toLowerCase()));
      const has = word => {
        const [files, records, rules, messages, places, sources, profiles] =
          columns.map(texts => texts.map(text => text.includes(word)));
        const found = new Set(kinds.filter(kind => rules[kind.rule] || messages[kind.message] || places[kind.path]
          || sources[kind.source] || profiles[kind.profile]));
        // `file:line:column` as a row has it, or the line alone.
        const [, file, line, column] = word.match(/^(.*?):(\d+)(?::(\d+))?:?$/) || [];
        const named = columns[0].map(text => line !== undefined && text.endsWith(file));
        const isAt = row => named[row.file] && row.line === Number(line) && (!column || row.column === Number(column));
        return row => files[row.file] || records[row.record] || found.has(row.kind) || isAt(row);
      };

      // A list of which one page is shown at a time.
      const paged = (items, size, name, draw) => {
        const list = make("ul", "");
        const last = Math.max(1, Math.ceil(items.length / size));
        const input = Object.assign(make("input", ""), { type: "number", min: 1, max: last });
        input.onchange = () => show(Number(input.value));
        const show = page => {
          input.value = Math.min(Math.max(1, Math.round(page) || 1), last);
          const start = (input.value - 1) * size;
          list.replaceChildren(...items.slice(start, start + size).map(item => make("li", "", draw(item))));
        };
        show(1);
        if (last === 1) { return [list]; }
        const button = (label, step) => Object.assign(make("button", "", label),
          { type: "button", onclick: () => show(Number(input.value) + step) });
        const pages = make("div", "pages", button("Previous", -1),
          make("label", "", "Page ", input, ` of ${amount(last)}`), button("Next", 1));
        return [Object.assign(pages, { role: "group", ariaLabel: `Pages of ${name}` }), list];
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
        const [before, fault, after] = row.text.split("\u0001");
        const box = make("pre", "", `${row.line}  ${before}`, make("mark", "", fault), after);
        return Object.assign(box, { tabIndex: 0, role: "group", ariaLabel: `Line ${row.line} of the file` });
      };
      const showFinding = row => {
        const rule = data.rules[row.kind.rule];
        const link = make("a", "", rule);
        link.href = `#rule-${rule}`;
        const facts = [["Rule", link], ["Element", path(row)], ["Record", data.records[row.record]], ["Place", position(row)],
          ["Source", data.sources[row.kind.source]], ["Release", data.releases[row.kind.release]],
          ["Profile", data.profiles[row.kind.profile]]].filter(fact => fact[1]);
        const box = make("div", "", make("dl", "", ...facts.flatMap(([name, value]) =>
          [make("dt", "", name), make("dd", "", value)])));
        if (row.text !== null) {
          box.append(showLine(row));
        } else if (row.line) {
          const file = data.files[row.file].replaceAll("'", "'\\''");
          box.append(make("p", "quiet", "The page has the lines of the first findings and of some of each kind. ",
            "For this one: ", make("code", "", `fhircheck --all --select ${rule} '${file}'`)));
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
          name.append(make("span", "title", title.firstElementChild.textContent.slice(group.name.length)));
        }
        const badges = group.counts.flatMap((count, number) => count ? [badge(number, count)] : []).reverse();
        const head = make("summary", "", make("span", "badges", ...(badges.length > 1 ? badges : [badge(worst(group))])), name,
          make("span", "count", amount(group.rows.length)), share);
        return opening("group", head,
          () => make("div", "", ...paged(group.rows, findingsOnPage, group.name, drawFinding)));
      };

      const update = () => {
        // A file without lines has the place `file, byte 7`.
        const tests = search.value.toLowerCase().replace(/, byte (\d+)/g, ":0:$1").split(/[\s\u00B7]+/)
          .filter(word => word).map(has);
        if (severity.value) { tests.push(row => row.kind.severity === Number(severity.value)); }
        if (release.value) { tests.push(row => data.releases[row.kind.release] === release.value); }
        if (type.value) { tests.push(row => types[row.record] === type.value); }
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
        const largest = order.reduce((most, group) => Math.max(most, group.rows.length), 1);
        find("list").replaceChildren(...paged(order, groupsOnPage, "groups", drawGroup(largest)));
        if (order.length === 1) { document.querySelector("#list .group").open = true; }
        find("shown").value = `${amount(count)} of ${amount(rows.length)} findings, in ${amount(order.length)} `
          + (order.length === 1 ? "group" : "groups");
      };

      form.hidden = false;
      form.addEventListener("input", update);
      form.addEventListener("submit", event => event.preventDefault());
      form.addEventListener("reset", () => setTimeout(update));
      // A link of a picture leads to its findings.
      document.addEventListener("click", event => {
        const link = event.target.closest("a[data-group]");
        if (!link) { return; }
        form.reset();
        [search.value, grouping.value] = [link.textContent, link.dataset.group];
        setTimeout(update);
      });
      document.addEventListener("keydown", event => {
        const focus = document.activeElement;
        if (event.ctrlKey || event.metaKey || event.altKey) { return; }
        if (event.key === "/" && !/^(INPUT|SELECT)$/.test(focus.tagName)) {
          event.preventDefault();
          search.focus();
        } else if (event.key === "Escape") {
          form.reset();
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
          group.classList.toggle("brief", group.querySelectorAll(".finding").length > 3);
        }
      });
      update();
    })();

    """#

  /// The SHA-256 of ``script`` in base64, by which a browser recognises it; a test computes it.
  static let scriptDigest = "D6pTjK29LPfL2IykOoKEpnQHa+taBFPiOd4aPCgYAf0="
}
