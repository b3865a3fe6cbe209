extension HTMLReport {
  /// The script that searches, sorts and filters the findings; it only shows and hides rows of the table.
  static let script = #"""
    "use strict";
    (() => {
      const open = () => {
        const page = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
        if (page && page.tagName === "DETAILS") { page.open = true; }
      };
      addEventListener("hashchange", open);
      open();
      const table = document.getElementById("finding-table");
      if (!table) { return; }
      const form = document.querySelector(".controls");
      const search = document.getElementById("search");
      const severity = document.getElementById("severity");
      const rule = document.getElementById("rule");
      const shown = document.getElementById("shown");
      const body = table.tBodies[0];
      const ranks = { information: 0, warning: 1, error: 2, fatal: 3 };
      const rows = Array.from(body.rows, (row, number) => ({
        row, number,
        severity: ranks[row.dataset.severity],
        severityName: row.dataset.severity,
        rule: row.cells[1].textContent,
        place: row.cells[2].textContent,
        message: row.cells[3].textContent,
        text: row.textContent.toLowerCase(),
        isShown: true
      }));
      let order = rows.slice();
      form.hidden = false;
      const visible = () => order.filter(item => item.isShown);
      const filter = () => {
        const words = search.value.toLowerCase().split(/\s+/).filter(word => word);
        let count = 0;
        for (const item of rows) {
          item.isShown = (!severity.value || item.severityName === severity.value)
            && (!rule.value || item.rule === rule.value) && words.every(word => item.text.includes(word));
          item.row.hidden = !item.isShown;
          item.row.tabIndex = -1;
          if (item.isShown) { count += 1; }
        }
        const first = visible()[0];
        if (first) { first.row.tabIndex = 0; }
        shown.value = count + " of " + rows.length + " shown";
      };
      const sort = button => {
        const head = button.closest("th");
        const key = button.dataset.sort;
        const descending = head.getAttribute("aria-sort") === "ascending";
        for (const other of table.tHead.rows[0].cells) { other.setAttribute("aria-sort", "none"); }
        head.setAttribute("aria-sort", descending ? "descending" : "ascending");
        const compare = new Intl.Collator("en", { numeric: true }).compare;
        const sign = descending ? -1 : 1;
        order.sort((a, b) => {
          const result = key === "severity" ? a.severity - b.severity : compare(a[key], b[key]);
          return result === 0 ? a.number - b.number : sign * result;
        });
        body.append(...order.map(item => item.row));
        filter();
      };
      form.addEventListener("input", filter);
      form.addEventListener("submit", event => event.preventDefault());
      form.addEventListener("reset", () => setTimeout(filter));
      table.tHead.addEventListener("click", event => {
        const button = event.target.closest("button[data-sort]");
        if (button) { sort(button); }
      });
      document.addEventListener("keydown", event => {
        if (event.ctrlKey || event.metaKey || event.altKey) { return; }
        const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
        if (event.key === "/" && !isTyping) {
          event.preventDefault();
          search.focus();
        } else if (event.key === "Escape") {
          form.reset();
        } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && (!isTyping || document.activeElement === search)) {
          const items = visible();
          const place = items.findIndex(item => item.row === document.activeElement);
          if (place < 0 && document.activeElement !== search) { return; }
          const next = items[event.key === "ArrowDown" ? place + 1 : place - 1];
          if (place === 0 && event.key === "ArrowUp") {
            event.preventDefault();
            search.focus();
          } else if (next) {
            event.preventDefault();
            next.row.focus();
          }
        }
      });
      filter();
    })();

    """#

  /// The SHA-256 of ``script`` in base64, by which a browser recognises it; a test computes it.
  static let scriptDigest = "xwbk+E+bqGgELjjIp8HdZRrnpaWexqrTckWwYwOxfCk="
}
