/** How the contract knows a fact: see contract/README.md. A run with a real key turns `seen` and `ours` into confirmed. */
type Mark = 'published' | 'seen' | 'ours';

/**
 * What the contract says of the service, and this command can see. A verdict of each goes into the report. The section is that of
 * contract/README.md.
 */
export const facts = {
  noKey: ['published', '1.8', 'Without a key, the answer is 401 with the code 40101001 and success true'],
  wrongKey: ['published', '1.8', 'With a wrong key, the answer is 400 with the code 40000001'],
  bearer: ['seen', '1.2', 'A key with "Bearer" before it is taken'],
  couriers: ['published', '2.1', 'The list of couriers is answered, and each row can be read'],
  rates: ['published', '2.2', 'A quote is answered, and each row can be read'],
  rupiah: ['published', '1.3', 'Prices are whole rupiah'],
  parts: ['published', '3.7', 'Shipping fee, discount, surcharge and fees add up to the price'],
  insured: ['published', '3.1', 'Insurance costs 0.5 % of the amount'],
  uninsured: ['published', '3.1', 'A service that cannot insure stays in the answer, with the fee 0'],
  uncollected: ['published', '3.2', 'A service that cannot collect cash stays in the answer, with the fee 0'],
  limits: ['seen', '3.2', 'SiCepat, AnterAja and JNE do not collect 6,000,000'],
  allCouriers: ['seen', '2.2', 'One word in couriers means all couriers of the account'],
  cutOff: ['seen', '2.1', 'The couriers or the rates have a cut-off time'],
  wholeWords: ['seen', '2.7', 'A part of a district’s name finds nothing: only whole words match'],
  noAreas: ['seen', '2.7', 'A search that finds no area is answered with an empty list'],
  order: ['published', '2.3', 'An order is answered with status 200 and the state confirmed'],
  orderId: ['published', '1.6', 'The id of an order has 24 hexadecimal digits'],
  reference: ['published', '2.3', 'The answer has the reference that was sent'],
  price: ['published', '3.7', 'An order without extras costs the quote without their fees'],
  again: ['published', '2.3', 'A used reference is refused with 40002060, and the details name the order'],
  read: ['published', '2.6', 'An order can be read by its id'],
  capitals: ['seen', '1.6', 'An order can be read by its id in capitals'],
  trackingId: ['seen', '2.8', 'The tracking id has 24 letters and digits'],
  tracking: ['published', '2.9', 'A parcel can be read by its tracking id'],
  draft: ['published', '2.4', 'A draft with a courier is answered with 200 or 201, the state ready and a UUID'],
  draft201: ['ours', '2.4', 'A draft is answered with status 201'],
  draftAgain: ['published', '2.4', 'A used reference of a draft is refused with 42211015'],
  references: ['ours', '7', 'Orders and drafts do not share references'],
  draftConfirm: ['published', '2.10', 'A confirmed draft is an order with another id and the same reference'],
  draftOrder: ['published', '2.10', 'A confirmed draft is read with the id of its order'],
  absent: ['seen', '1.12', 'Null in an optional field counts as absent'],
  texts: ['seen', '1.13', 'A postal code and a weight may come as texts'],
  draftDelete: ['published', '2.10', 'A draft can be deleted'],
  draftGone: ['ours', '2.10', 'A deleted draft is not found any more: 404 with the code 40411007'],
  cancel: ['published', '2.5', 'A cancellation is answered with the state cancelled'],
  cancelBare: ['ours', '7', 'A cancellation without a reason is taken'],
  cancelAgain: ['published', '2.5', 'A second cancellation is refused with 40002053'],
  states: ['published', '4.1', 'The states on the way are known'],
  transit: ['seen', '4.1', 'A parcel on its way is in_transit before it is dropping_off'],
  delivered: ['published', '4.1', 'The last state of an order is delivered'],
  webhookSecret: ['seen', '2.9', 'Each webhook has the secret in its header'],
  webhookBody: ['published', '2.9', 'Webhooks name the event and the order'],
  webhookTime: ['seen', '2.9', 'Webhooks have their time in updated_at, if they have one'],
  webhookDelivered: ['published', '2.9', 'A webhook says that the order is delivered'],
} as const satisfies Record<string, readonly [mark: Mark, section: string, fact: string]>;

export type FactName = keyof typeof facts;
type Verdict = 'confirmed' | 'contradicted' | 'not shown';

/** The report of one run. It has no names, addresses, ids, references, prices or keys: `seen` has statuses, codes and names of fields alone. */
export interface Report {
  verdicts: Record<FactName, { verdict: Verdict; seen: string }>;
  /** Fields of answers and webhooks that the contract does not name. */
  unknownFields: string[];
  /** Whether one order was delivered and another one cancelled. */
  isDone: boolean;
  minutes: number;
}

const signs: Record<Verdict, string> = { confirmed: '✔', contradicted: '✘', 'not shown': '–' };

/** The report as Markdown, to be sent to the authors. @param version of ship-elements */
export function reportText({ verdicts, unknownFields, minutes }: Report, version: string): string {
  const names = Object.keys(facts) as FactName[];
  const rowOf = (name: FactName) => {
    const [mark, section, fact] = facts[name];
    const { verdict, seen } = verdicts[name];
    return `| ${signs[verdict]} ${verdict} | ${mark} | §${section} | ${fact} | ${seen} |`;
  };
  const count = (wanted: Verdict) => names.filter((name) => verdicts[name].verdict === wanted).length;
  const table = (rows: readonly FactName[]) => `| Verdict | Mark | Section | Fact | Seen instead |
| --- | --- | --- | --- | --- |
${rows.map(rowOf).join('\n')}`;
  const isOpen = (name: FactName) => facts[name][0] !== 'published';
  return `# What the service's answers say of the contract of ship-elements ${version}

${count('confirmed')} confirmed, ${count('contradicted')} contradicted, ${count('not shown')} not shown, in ${minutes} minutes. Sections are those of \`contract/README.md\`.

## Facts marked \`seen\` or \`ours\`

What is confirmed here needs that mark no more.

${table(names.filter(isOpen))}

## Published facts

${table(names.filter((name) => !isOpen(name)))}

Fields that the contract does not name: ${unknownFields.join(', ') || 'none'}.
`;
}
