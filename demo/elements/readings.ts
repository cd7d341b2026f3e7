const names = [
  'chosen',
  'searching',
  'incomplete',
  'loading',
  'stale',
  'empty',
  'error',
  'offline',
  'insurance-locked',
  'ordering',
  'unconfirmed',
  'placed',
  'cancelled',
  'problem',
  'delivered',
] as const;

/** What the element says of itself, to scripts and style sheets: status, custom states, what its form would send. */
export function showReadings(list: HTMLElement, form: HTMLFormElement): void {
  const rows = ['status', ':state()', 'form data'].map((label) => {
    const [row, term, detail] = [
      document.createElement('div'),
      document.createElement('dt'),
      document.createElement('dd'),
    ];
    term.textContent = label;
    detail.translate = false;
    row.append(term, detail);
    list.append(row);
    return detail;
  });

  // A custom state has no event, so it is read once a frame.
  const read = () => {
    const element = form.firstElementChild as (Element & { status?: string }) | null;
    const sent = new URLSearchParams(new FormData(form) as unknown as URLSearchParams);
    const readings = [
      element?.status ?? '',
      names.filter((name) => element?.matches(`:state(${name})`)).join(' '),
      decodeURIComponent(sent.toString()),
    ];
    readings.forEach((reading, index) => {
      const [row, text] = [rows[index], reading || '—'];
      if (row && row.textContent !== text) row.textContent = text;
    });
    requestAnimationFrame(read);
  };
  read();
}
