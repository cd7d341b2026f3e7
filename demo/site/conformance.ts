/** Criteria of WCAG 2.2 that EN 301 549 V3.2.1 does not have: it was made of WCAG 2.1. */
const later = ['2.4.11', '2.5.7', '2.5.8', '3.3.7', '3.3.8'];

/** What a report says of a criterion, from the words of its rows. */
function verdictOf(text: string): string {
  if (text.includes('**Not met**')) return 'Partially supports';
  if (text.includes('does not occur')) return 'Not applicable';
  return text.includes('**A person.**') ? 'To be judged by a person' : 'Supports';
}

/** The table of criteria in the form of EN 301 549: clause 9.x of the standard is the criterion x of WCAG. @param markdown the page with the table */
export function conformanceOf(markdown: string): string {
  const criteria = new Map<string, { name: string; text: string }>();
  let current = '';
  for (const [, cell = '', , text = ''] of markdown.matchAll(/^\| (.*?) \| (.*?) \| (.+) \|$/gm)) {
    const [, number = '', name = ''] = /^([\d.–]+) (.+) \(A/.exec(cell) ?? [];
    current = number || (cell ? '' : current);
    if (!current) continue;
    const before = criteria.get(current);
    criteria.set(current, { name: before?.name ?? name, text: `${before?.text ?? ''}${text}` });
  }
  const rows = [...criteria]
    .filter(([number]) => !later.includes(number))
    .map(([number, { name, text }]) => `| ${clausesOf(number)} ${name} | ${verdictOf(text)} |`);
  return `## In the form of EN 301 549

Made of the table above, for EN 301 549 V3.2.1, which has WCAG 2.1. Criteria of WCAG 2.2 alone are not in it. A row says what the elements do, without your page.

| Clause | Verdict |
| --- | --- |
${rows.join('\n')}`;
}

/** `9.1.1.1`, or `9.1.2.1–9.1.2.5`. */
const clausesOf = (number: string): string => number.replace(/[\d.]+/g, (one) => `9.${one}`);
