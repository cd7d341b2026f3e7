import type { Page } from '@playwright/test';

/** Names, and words that both languages write alike. */
export const alike = [
  ...[
    'ship-elements',
    'Rumah Teduh',
    'Kopi Senja',
    'WooCommerce',
    'Vendure',
    'Medusa',
    'HTML',
    'React',
    'Vue',
    'CSS',
    'delivery.js',
  ],
  ...['Default', 'Forest', 'Terracotta', 'Mono', 'Berry', 'Compact', 'Checkout', 'English', 'Bahasa Indonesia'],
  ...['Checkout · Rumah Teduh', 'Status', 'status', 'Total', 'COD', 'normal', ':state()', 'Demo', 'Menu'],
  ...['Sumur Bandung, Bandung 40111', 'Sari Wulandari · 081234567890 · Jl. Braga 12'],
];

/** The texts and labels of the page, without code, and without what a person typed or ordered. */
export const textsOf = (page: Page) =>
  page.evaluate(() => {
    const own =
      'ancestor::code or ancestor::pre or ancestor::style or ancestor::script or ancestor::*[@translate="no" or @lang and not(self::html)] or ancestor::tbody/ancestor::*[@id="orders"]';
    const query = `//text()[not(${own})] | //@aria-label | //input[@type='search']/@placeholder`;
    const found = document.evaluate(query, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
    const texts = Array.from({ length: found.snapshotLength }, (_none, index) => found.snapshotItem(index)?.nodeValue);
    return texts.map((text) => text?.trim().replace(/\s+/g, ' ') ?? '').filter((text) => /[a-z]{3}/i.test(text));
  });
