"""The site of docs/: every command of its pages is run, mkdocs builds it without a warning, links lead somewhere."""
import glob
import html
import os
import re
import shutil
import subprocess
import sys
import urllib.parse

sys.path.insert(0, os.path.dirname(__file__))
from _repose import REPOSE, SOURCE, Test

t = Test()
SITE = t.path("docs", "site")
if not shutil.which("mkdocs"):
    print("mkdocs is not here: tools/install docs")
    shutil.rmtree(t.directory)
    sys.exit(77)


def text_of(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def names_of(page, known={}):
    """What a link may lead to within a page."""
    if page not in known:
        known[page] = set(re.findall(r'\b(?:id|name)="([^"]+)"', text_of(page)))
    return known[page]


def lost_links(page):
    """Links of a page's text to files or places that are not there; those to other hosts are not followed."""
    article = re.search(r"<article.*?</article>", text_of(page), re.DOTALL)
    for link in re.findall(r'\b(?:href|src)="([^"]+)"', article.group() if article else ""):
        path, _, place = urllib.parse.unquote(html.unescape(link)).partition("#")
        if re.match(r"\w+:", path):
            continue
        target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
        if not os.path.exists(target) or (place and place not in names_of(target)):
            yield link


tool = os.path.join(SOURCE, "tools", "make-docs")
p = subprocess.run([tool, "-o", t.path("docs")], env=dict(os.environ, REPOSE=REPOSE), capture_output=True, text=True)
t.equal(p.returncode, 0, f"make-docs: {p.stdout}{p.stderr}")
pages = sorted(glob.glob(os.path.join(SITE, "**", "*.html"), recursive=True))
t.check(len(pages) >= 38, f"{len(pages)} pages")
for page in pages:
    if os.path.basename(os.path.dirname(page)) != "reports" and not page.endswith("404.html"):
        t.equal(list(lost_links(page)), [], f"links of {os.path.relpath(page, SITE)} that lead nowhere")
navigation = text_of(os.path.join(SOURCE, "mkdocs.yml"))
for path in glob.glob(os.path.join(SOURCE, "docs", "**", "*.md"), recursive=True):
    name = os.path.relpath(path, os.path.join(SOURCE, "docs"))
    t.check(re.search(rf": {re.escape(name)}$", navigation, re.MULTILINE), f"{name} is in the navigation")
loads = re.compile(r'<(?:script|link)[^>]*"https?://')
outside = [os.path.relpath(page, SITE) for page in pages if loads.search(text_of(page))]
t.equal(outside, [], "pages that load from another host")
runs = [os.path.dirname(path) for path in glob.glob(t.path("docs", "runs", "**", ".done"), recursive=True)]
t.check(len(runs) >= 13, f"pages that were run: {len(runs)}")
bad = t.scene('```yaml title="x.yaml"\nrepose: 1\n```\n\n```sh\nrepose check x.yaml\n```\n', "bad.md")
p = subprocess.run([os.path.join(SOURCE, "tools", "run-page"), bad, t.path("bad")], capture_output=True, text=True)
t.equal(p.returncode, 1, "a page whose command fails")
t.check("bad.md:6: exit code 2: repose check x.yaml" in p.stderr, f"the failing line is named: {p.stderr}")
t.end()
