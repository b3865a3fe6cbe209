"""Drives a headless Chromium over its DevTools pipe, with nothing but Python's standard library.

usage: drive.py CHROMIUM PAGE.html PICTURES [person]

With "person", the page is that of a person's own records, which has no script. Opens the page in several ways, uses it as
a person would, and prints a line of JSON for each thing that is not as it should be; nothing is printed when all is well. Pictures of
the page, and the page on paper as a PDF, are left in the folder PICTURES for a person to look at. If the environment variable
FHIRCHECK_AXE names the file axe.min.js of axe-core, its violations are faults, too.
"""

import base64
import json
import os
import subprocess
import sys
import tempfile
import time


class Browser:
    """A browser process, spoken to in JSON that ends with a zero byte, over its descriptors 3 and 4."""

    def __init__(self, program, profile):
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def connect():
            # First out of the way: either may be 3 or 4 already.
            source, target = os.dup2(to_browser, 60), os.dup2(from_browser, 61)
            os.dup2(source, 3)
            os.dup2(target, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe",
             "--no-first-run", "--user-data-dir=" + profile, "--hide-scrollbars", "about:blank"],
            preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.held = b""
        self.number = 0
        self.events = []
        targets = self.call("Target.getTargets")["targetInfos"]
        target = next(t for t in targets if t["type"] == "page")["targetId"]
        self.session = None
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.call(domain + ".enable")

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(method + ": " + json.dumps(answer["error"]))
                return answer["result"]
            self.events.append(answer)

    def read(self):
        while b"\0" not in self.held:
            piece = os.read(self.input, 1 << 16)
            if not piece:
                raise RuntimeError("the browser has gone")
            self.held += piece
        line, self.held = self.held.split(b"\0", 1)
        return json.loads(line)

    def wait_for(self, method):
        for event in self.events:
            if event.get("method") == method:
                return event
        while True:
            event = self.read()
            self.events.append(event)
            if event.get("method") == method:
                return event

    def evaluate(self, script):
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(script + ": " + json.dumps(result["exceptionDetails"]))
        return result["result"].get("value")

    def press(self, key, text=None):
        codes = {"ArrowDown": 40, "ArrowUp": 38, "Escape": 27, "Tab": 9, "Enter": 13, "/": 191}
        keys = {"key": key, "code": key, "windowsVirtualKeyCode": codes.get(key, ord(key.upper()[0]))}
        if text or key == "Enter":
            keys["text"] = text or "\r"
        self.call("Input.dispatchKeyEvent", type="keyDown", **keys)
        self.call("Input.dispatchKeyEvent", type="keyUp", **keys)

    def type(self, text):
        for letter in text:
            self.press(letter, letter)

    def picture(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        # A browser that is killed leaves processes that still write into its profile while that is removed.
        self.session = None
        try:
            self.call("Browser.close")
            self.process.wait(timeout=10)
        except (RuntimeError, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


AXE = open(os.environ["FHIRCHECK_AXE"]).read() if "FHIRCHECK_AXE" in os.environ else ""


def fault(what, found=None):
    print(json.dumps({"fault": what, "found": found}, ensure_ascii=True))


# The least contrast of a text with what is behind it, over all elements that show text of their own.
CONTRAST = r"""
(() => {
  const parse = text => text.match(/[\d.]+/g).map(Number);
  const channel = value => (value /= 255) <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const back = element => {
    for (let e = element; e; e = e.parentElement) {
      const color = parse(getComputedStyle(e).backgroundColor);
      if (color.length < 4 || color[3] > 0) { return color; }
    }
    return matchMedia("(prefers-color-scheme: dark)").matches ? [0, 0, 0] : [255, 255, 255];
  };
  const worst = { ratio: 99, text: "" };
  for (const element of document.body.querySelectorAll("*")) {
    const own = Array.from(element.childNodes).some(n => n.nodeType === 3 && n.textContent.trim());
    if (!own || element.tagName === "SCRIPT" || !element.getClientRects().length) { continue; }
    const style = getComputedStyle(element);
    const color = parse(element instanceof SVGElement ? style.fill : style.color);
    const [a, b] = [light(color), light(back(element))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < worst.ratio) {
      worst.ratio = ratio;
      worst.text = element.tagName + "." + element.getAttribute("class") + ": " + element.textContent.slice(0, 40);
    }
  }
  return worst;
})()
"""

STATE = """({
  groups: document.querySelectorAll('#list .group').length,
  focus: document.activeElement.id || document.activeElement.className || document.activeElement.parentElement.className,
  said: document.getElementById('shown').value
})"""


# The smallest text on the screen in pixels, with what it says.
SMALLEST = r"""
(() => {
  let worst = { size: 99, text: "" };
  for (const element of document.body.querySelectorAll("*")) {
    const own = Array.from(element.childNodes).some(n => n.nodeType === 3 && n.textContent.trim());
    if (!own || ["title", "SCRIPT"].includes(element.tagName) || !element.getClientRects().length) { continue; }
    const scale = element instanceof SVGElement ? element.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(element).fontSize) * scale;
    if (size < worst.size) { worst = { size, text: element.textContent.slice(0, 40) }; }
  }
  return worst;
})()
"""


def check(browser, page, pictures, widths, section):
    address = "file://" + os.path.abspath(page)
    for scheme in ["light", "dark"]:
        for width in widths:
            browser.call("Emulation.setDeviceMetricsOverride", width=width, height=1200, deviceScaleFactor=1, mobile=False)
            browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            browser.events.clear()
            start = time.monotonic()
            browser.call("Page.navigate", url=address)
            browser.wait_for("Page.loadEventFired")
            browser.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            seconds = time.monotonic() - start
            if seconds > LIMIT:
                fault("opens too slowly, in seconds", seconds)
            browser.picture(os.path.join(pictures, "%s-%d.png" % (scheme, width)))
            browser.evaluate("document.getElementById('%s').scrollIntoView()" % section)
            browser.picture(os.path.join(pictures, "%s-%d-%s.png" % (scheme, width, section)))
            smallest = browser.evaluate(SMALLEST)
            if smallest["size"] < 11:
                fault("a text below 11 pixels at %d" % width, smallest)
            worst = browser.evaluate(CONTRAST)
            if worst["ratio"] < 4.5:
                fault("contrast below 4.5, %s at %d" % (scheme, width), worst)
            if AXE:
                browser.evaluate(AXE + ";0")
                found = "axe.run().then(found => found.violations.map(v => [v.id, v.nodes.length, v.nodes[0].html]))"
                for violation in browser.evaluate(found):
                    fault("axe, %s at %d" % (scheme, width), violation)
            wide = browser.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                fault("wider than the screen of %d" % width, wide)
            narrow = browser.evaluate(
                "Math.min(999, ...Array.from(document.querySelectorAll('.wide td:not(:empty)'), cell => cell.getBoundingClientRect().width))")
            if narrow < 70:
                fault("a column that nobody can read, %s at %d" % (scheme, width), narrow)
            requests = [e["params"]["request"]["url"] for e in browser.events if e.get("method") == "Network.requestWillBeSent"]
            if requests != [address]:
                fault("asks for more than the page", requests)
            for event in browser.events:
                if event.get("method") in ["Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled",
                                           "Page.javascriptDialogOpening"]:
                    fault("something on the console", event["params"])


def settle(browser):
    browser.evaluate("new Promise(done => setTimeout(done, 50))")


def listed(state):
    """How many findings the list says that it has, and how many there are."""
    words = state["said"].replace(",", "").split()
    return int(words[0]), int(words[2])


def use(browser, pictures):
    """The list of findings, by keyboard alone."""
    browser.call("Emulation.setDeviceMetricsOverride", width=1280, height=1200, deviceScaleFactor=1, mobile=False)
    whole = browser.evaluate(STATE)
    total = listed(whole)[1]
    if listed(whole)[0] != total:
        fault("all findings should be in the list at first", whole)
    # Every finding can be reached, however they are grouped.
    for grouping in ["place", "record", "file", "source", "rule"]:
        found = browser.evaluate("""(async () => {
          const select = document.getElementById('group');
          select.value = '%s';
          select.dispatchEvent(new Event('input', { bubbles: true }));
          let count = 0;
          const pages = async (box, work) => {
            const control = box.querySelector(':scope > .pages');
            const last = control ? Number(control.querySelector('input').max) : 1;
            for (let page = 1; page <= last; page += 1) {
              await work();
              if (page < last) { control.querySelector('button:last-child').click(); }
            }
          };
          await pages(document.getElementById('list'), async () => {
            for (const group of document.querySelectorAll('#list .group')) {
              group.open = true;
              await new Promise(done => setTimeout(done));
              await pages(group.lastElementChild, () => { count += group.querySelectorAll('.finding').length; });
            }
          });
          return count;
        })()""" % grouping)
        if found != total:
            fault("findings that cannot be reached by " + grouping, [found, total])
    browser.evaluate("document.activeElement.blur()")
    browser.press("/", "/")
    if browser.evaluate(STATE)["focus"] != "search":
        fault("a slash should go to the search", browser.evaluate(STATE))
    browser.type("script")
    found = browser.evaluate(STATE)
    if not 0 < listed(found)[0] < total:
        fault("the search should leave some", found)
    browser.press("ArrowDown")
    # A group that is alone opens by itself, and draws its findings after that.
    settle(browser)
    if not browser.evaluate("document.activeElement === document.querySelector('#list .group > summary')"):
        fault("the arrow should go to the first group", browser.evaluate(STATE))
    if not browser.evaluate("document.activeElement.parentElement.open"):
        browser.press("Enter")
        settle(browser)
    browser.press("ArrowDown")
    if not browser.evaluate("document.activeElement === document.querySelector('#list .finding > summary')"):
        fault("the arrow should go to the first finding", browser.evaluate(STATE))
    browser.press("Enter")
    settle(browser)
    shown = browser.evaluate("document.activeElement.parentElement.innerText.toLowerCase()")
    if "script" not in shown or "place" not in shown:
        fault("an open finding should show its facts and have the word", shown)
    if not browser.evaluate("!!document.querySelector('#list .finding[open] pre mark')"):
        fault("an open finding should show its line with the fault marked")
    browser.picture(os.path.join(pictures, "open.png"))
    # However long the line is, its mark is in sight.
    outside = browser.evaluate("""(() => {
      const [box, mark] = ['pre', 'pre mark'].map(name => document.querySelector('#list .finding[open] ' + name));
      const before = box.firstChild.data;
      box.firstChild.data = 'x'.repeat(400);
      const outside = mark.getBoundingClientRect().right - box.getBoundingClientRect().right;
      box.firstChild.data = before;
      return outside;
    })()""")
    if outside > 0:
        fault("the mark of a finding is out of sight, in pixels", outside)
    browser.press("ArrowUp")
    browser.press("ArrowUp")
    if browser.evaluate(STATE)["focus"] != "search":
        fault("the arrow should go back to the search", browser.evaluate(STATE))
    browser.press("Escape")
    settle(browser)
    if browser.evaluate(STATE)["said"] != whole["said"]:
        fault("Escape should show all", browser.evaluate(STATE))
    # The place that a row shows finds the row.
    lost = browser.evaluate("""(async () => {
      for (const group of document.querySelectorAll('#list .group')) { group.open = true; }
      await new Promise(done => setTimeout(done, 50));
      const [search, shown] = ['search', 'shown'].map(name => document.getElementById(name));
      const places = Array.from(document.querySelectorAll('#list .where'), e => e.textContent.split(' \\u00b7 ').pop());
      const count = text => {
        search.value = text;
        search.dispatchEvent(new Event('input', { bubbles: true }));
        return Number(shown.value.split(' ')[0]);
      };
      const lost = places.filter(place => [place, place + ':', 'Gout, 2020-01-01: ' + place].some(text => !count(text)));
      // So do the messages, and a part of one fact.
      const messages = Array.from(document.querySelectorAll('#list .finding > summary > :nth-child(2)'), e => e.textContent);
      lost.push(...messages.filter(message => message.includes('"') && !count(message)));
      if (!count('message:found') || count('rule:found')) { lost.push('a part of one fact'); }
      count('');
      return places.length ? lost : ['no place was tried'];
    })()""")
    if lost:
        fault("places that the search does not find", lost)
    # The filters, as a keyboard changes them.
    browser.evaluate("document.getElementById('severity').focus()")
    browser.press("e", "e")
    chosen = browser.evaluate("document.getElementById('severity').selectedOptions[0].text")
    left = listed(browser.evaluate(STATE))[0]
    if chosen.replace(",", "") != "error (%d)" % left or browser.evaluate(
            "document.querySelectorAll('#list .group > summary .severity:not(.error)').length"):
        fault("the filter should leave errors", [chosen, left])
    browser.press("Escape")
    settle(browser)
    for name in ["release", "type"]:
        option = browser.evaluate("""(() => {
          const select = document.getElementById('%s');
          select.selectedIndex = 1;
          select.dispatchEvent(new Event('input', { bubbles: true }));
          return select.selectedOptions[0].text;
        })()""" % name)
        if not option.endswith("(%s)" % browser.evaluate(STATE)["said"].split()[0]):
            fault("the filter should leave as many as it says, " + name, [option, browser.evaluate(STATE)])
        browser.press("Escape")
        settle(browser)
    # Every control has a name, and every table a header.
    nameless = browser.evaluate(
        "Array.from(document.querySelectorAll('input, select, button')).filter(e => !(e.closest('label') || e.textContent"
        ".trim())).length + Array.from(document.querySelectorAll('table')).filter(t => !t.querySelector('th')).length")
    if nameless:
        fault("controls without a name, or tables without a header", nameless)
    # Each bar leads to as many findings as it counts, and a finding to the page of its rule.
    wrong = browser.evaluate("""(async () => {
      const wrong = [];
      for (const link of document.querySelectorAll('a[data-group]')) {
        link.click();
        await new Promise(done => setTimeout(done, 20));
        const [count, shown] = [link.closest('tr').querySelector('.count').textContent,
          document.getElementById('shown').value.split(' ')[0]];
        if (count !== shown) { wrong.push([link.textContent, count, shown]); }
      }
      return wrong;
    })()""")
    if wrong:
        fault("bars that lead to another number of findings", wrong)
    # The address of the page keeps what is looked for, and opens it again.
    time.sleep(0.4)
    kept = browser.evaluate("[location.hash, document.getElementById('shown').value]")
    browser.evaluate("document.querySelector('form.controls').reset()")
    settle(browser)
    time.sleep(0.4)
    browser.evaluate("location.hash = %s" % json.dumps(kept[0]))
    settle(browser)
    if browser.evaluate("document.getElementById('shown').value") != kept[1] or "?" not in kept[0]:
        fault("the address should keep what is looked for", kept)
    # An element as a finding shows it, with its indices, finds the finding.
    lost = browser.evaluate("""(async () => {
      document.querySelector('form.controls').reset();
      await new Promise(done => setTimeout(done, 250));
      for (const group of document.querySelectorAll('#list .group')) { group.open = true; }
      await new Promise(done => setTimeout(done, 250));
      for (const finding of document.querySelectorAll('#list .finding')) { finding.open = true; }
      await new Promise(done => setTimeout(done, 250));
      const terms = Array.from(document.querySelectorAll('#list .finding dt')).filter(e => e.textContent === 'Element');
      const paths = terms.map(e => e.nextElementSibling.textContent).filter(path => /\\[\\d+\\]/.test(path) && !/\\s/.test(path));
      const [search, shown] = ['search', 'shown'].map(name => document.getElementById(name));
      const lost = paths.filter(path => {
        search.value = path;
        search.dispatchEvent(new Event('input', { bubbles: true }));
        return shown.value.startsWith('0 ');
      });
      return paths.length ? lost : ['no path was tried'];
    })()""")
    if lost:
        fault("elements that the search does not find", lost)
    browser.evaluate("document.querySelector('a[data-group=rule]').click()")
    settle(browser)
    title = browser.evaluate("document.querySelector('#list .group .title').textContent")
    if not title.startswith(": ") or "(" in title:
        fault("a group should say what its rule is about", title)
    browser.evaluate("document.querySelector('#list .group').open = true")
    settle(browser)
    browser.evaluate("document.querySelector('#list .finding').open = true")
    settle(browser)
    browser.evaluate("document.querySelector('#list .finding dd a').click()")
    settle(browser)
    if not browser.evaluate("document.getElementById(decodeURIComponent(location.hash.slice(1))).open"):
        fault("the link should open the rule's page", browser.evaluate("location.hash"))
    contents_in_view(browser)


def contents_in_view(browser):
    """The contents wrap on a tablet, and fade at the edge of a telephone."""
    for width in [768, 390]:
        browser.call("Emulation.setDeviceMetricsOverride", width=width, height=1200, deviceScaleFactor=1, mobile=False)
        cut = browser.evaluate("(() => { const list = document.querySelector('nav.contents ul'); return "
                               "list.scrollWidth > list.clientWidth && getComputedStyle(list).maskImage === 'none'; })()")
        if cut:
            fault("the contents are cut without a sign at %d" % width)
    browser.call("Emulation.setDeviceMetricsOverride", width=1280, height=1200, deviceScaleFactor=1, mobile=False)
    # Wherever the reader is, the contents are in view.
    browser.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
    top = browser.evaluate("document.querySelector('nav.contents').getBoundingClientRect().top")
    if not 0 <= top < 100:
        fault("the contents should stay in view", top)


def print_page(browser, pictures):
    """On paper, the list has its groups and the first findings of each."""
    browser.press("Escape")
    settle(browser)
    browser.evaluate("dispatchEvent(new Event('beforeprint'))")
    browser.call("Emulation.setEmulatedMedia", media="print", features=[])
    browser.picture(os.path.join(pictures, "print.png"))
    found = browser.evaluate("""Array.from(document.querySelectorAll('#list .group')).filter(
      group => !Array.from(group.querySelectorAll('.finding')).some(e => e.checkVisibility())).length""")
    if found or browser.evaluate("document.querySelector('.controls').checkVisibility()"):
        fault("closed groups should show findings on paper, and no controls", found)
    browser.call("Emulation.setEmulatedMedia", media="", features=[])
    data = browser.call("Page.printToPDF", printBackground=True)["data"]
    with open(os.path.join(pictures, "print.pdf"), "wb") as file:
        file.write(base64.b64decode(data))


def without_script(browser, page, pictures):
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.events.clear()
    browser.call("Page.navigate", url="file://" + os.path.abspath(page))
    browser.wait_for("Page.loadEventFired")
    browser.picture(os.path.join(pictures, "no-script.png"))
    text = browser.call("Runtime.evaluate", expression="document.body.innerText", returnByValue=True)["result"]["value"]
    if "needs JavaScript" not in text or "What was not judged" not in text:
        fault("without script the page should say what it lacks", text[:200])
    browser.call("Emulation.setScriptExecutionDisabled", value=False)


def attack(browser):
    """The policy of the page itself: nothing that is put into it runs, and nothing is loaded."""
    browser.events.clear()
    browser.evaluate("""
      window.hit = 0;
      for (const html of ['<img src="https://example.org/x.png" onerror="window.hit=1">', '<p onclick="window.hit=1">x</p>']) {
        const box = document.createElement('div');
        box.innerHTML = html;
        document.body.append(box);
        box.firstChild.click();
      }
      const script = document.createElement('script');
      script.textContent = 'window.hit = 1';
      document.body.append(script);
      fetch('https://example.org/').then(() => { window.hit = 1; }, () => {});
      new Promise(done => setTimeout(done, 200))""")
    if browser.evaluate("window.hit"):
        fault("the policy should stop what was put in")
    sent = [e["params"]["request"]["url"] for e in browser.events if e.get("method") == "Network.responseReceived"]
    if sent:
        fault("the policy should stop requests", sent)


def read_person(browser, pictures):
    """A person's page: large enough to read, by keyboard, by a screen reader, and on paper."""
    # On a narrow screen the head of a table does not stand above cells that have its names.
    browser.call("Emulation.setDeviceMetricsOverride", width=390, height=1200, deviceScaleFactor=1, mobile=False)
    heads = browser.evaluate("Math.max(0, ...Array.from(document.querySelectorAll('.wide thead'), "
                             "head => head.getBoundingClientRect().height))")
    if heads > 2:
        fault("the head of a table above stacked cells", heads)
    browser.call("Emulation.setDeviceMetricsOverride", width=1280, height=1200, deviceScaleFactor=1, mobile=False)
    contents_in_view(browser)
    # By keyboard: the first stop leads past the contents, and Enter opens what is closed.
    browser.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    browser.press("Tab")
    if browser.evaluate("document.activeElement.className") != "skip":
        fault("the first stop should be the link to the content", browser.evaluate("document.activeElement.outerHTML"))
    browser.evaluate("document.querySelector('details:not([open]) > summary').focus()")
    browser.press("Enter")
    if not browser.evaluate("document.activeElement.parentElement.open"):
        fault("Enter should open the details")
    wrong = browser.evaluate("""({
      images: Array.from(document.querySelectorAll('svg')).filter(s => s.getAttribute('aria-hidden') !== 'true'
        && !(s.getAttribute('role') === 'img' && s.getAttribute('aria-label'))).length,
      tables: Array.from(document.querySelectorAll('table')).filter(t => !t.querySelector('th')).length,
      sections: Array.from(document.querySelectorAll('[aria-labelledby]')).filter(
        e => !document.getElementById(e.getAttribute('aria-labelledby'))).length,
      skipped: Array.from(document.querySelectorAll('h1, h2, h3, h4')).filter(
        (h, n, all) => n && h.tagName[1] - all[n - 1].tagName[1] > 1).length
    })""")
    if any(wrong.values()):
        fault("a screen reader lacks names, headers or headings", wrong)
    browser.call("Emulation.setEmulatedMedia", media="print", features=[])
    browser.picture(os.path.join(pictures, "print.png"))
    # The first ten of each list are on paper. The rest of a chart is only counted there.
    closed = browser.evaluate(
        "Array.from(document.querySelectorAll('details li:nth-child(-n + 10), details tr:nth-child(-n + 10) td'))"
        ".filter(e => !e.closest('.chart') && !e.checkVisibility()).length")
    if closed:
        fault("closed details should be open on paper", closed)
    long = browser.evaluate("Array.from(document.querySelectorAll('.values tr:nth-child(n + 11) td, .chart details td'))"
                            ".filter(e => e.checkVisibility()).length")
    if long:
        fault("long lists should not be on paper", long)
    wide = browser.evaluate("Array.from(document.querySelectorAll('.contents, .index')).filter(e => e.checkVisibility()).length")
    if wide:
        fault("what leads to other places should not be on paper", wide)
    browser.call("Emulation.setEmulatedMedia", media="", features=[])


def main():
    global LIMIT
    program, page, pictures = sys.argv[1:4]
    isPerson = "person" in sys.argv[4:]
    LIMIT = float(os.environ.get("OPEN_SECONDS", "20"))
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(program, profile)
        try:
            if isPerson:
                check(browser, page, pictures, [1280, 768, 390, 320], "problems")
                read_person(browser, pictures)
            else:
                check(browser, page, pictures, [1280, 768, 390, 320], "findings")
                use(browser, pictures)
                print_page(browser, pictures)
                without_script(browser, page, pictures)
                check(browser, page, pictures, [1280], "findings")
            if browser.evaluate("window.hit") is not None:
                fault("a text of a record ran")
            attack(browser)
        finally:
            browser.close()


main()
