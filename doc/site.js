// SPDX-License-Identifier: BSD-3-Clause

// The search of the site from disk.  There a browser starts no worker and reads no JSON, so mkdocs' search/main.js gets
// this in place of its worker: it loads the index as a script (site.sh) and searches in the page.

/* global base_url, lunr, search_index */

if (location.protocol === 'file:') {
  const load = (name) =>
    new Promise((done, failed) => {
      const script = Object.assign(document.createElement('script'), { src: `${base_url}/search/${name}` });
      script.onload = done;
      script.onerror = failed;
      document.head.append(script);
    });

  window.Worker = class {
    constructor() {
      this.ready = Promise.all(['lunr.js', 'search_index.js'].map(load)).then(() => {
        const { docs, config } = search_index;
        this.pages = new Map(docs.map((page) => [page.location, page]));
        this.index = lunr(function () {
          this.ref('location');
          this.field('title');
          this.field('text');
          docs.forEach((page) => this.add(page));
        });
        this.onmessage({ data: { config } });
        this.onmessage({ data: { allowSearch: true } });
      });
    }

    async postMessage({ query }) {
      if (query === undefined) return;
      await this.ready;
      const results = this.index.search(query).map(({ ref }) => this.pages.get(ref));
      this.onmessage({ data: { results: results.map((page) => ({ ...page, summary: page.text.slice(0, 200) })) } });
    }
  };
}
