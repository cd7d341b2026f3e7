import { expect } from 'chai';

/** Rows of a receipt that say where its money is: the others are the bill. What goes back is not paid any more. */
const money: Record<string, number> = {
  ...{ Paid: 1, 'Given back': -1, 'You get back': -1 },
  ...{ 'Paid at the door': 1, 'Pay at the door': 1, 'To pay': 1 },
};

/** Fails if the rows of a receipt do not add up: the bill is what was paid and is not given back, and what is paid at the door. */
export function expectToAddUp(rows: Iterable<readonly [label: string, text: string]>): void {
  const sums = [...rows]
    .filter(([, text]) => text.includes('Rp'))
    .map(([label, text]) => [label, Number(text.replace('−', '-').replace(/[^\d-]/g, ''))] as const);
  const left = sums.reduce((total, [label, sum]) => total + (money[label] ?? 0) * sum, 0);
  const bill = sums.reduce((total, [label, sum]) => (label in money ? total : total + sum), 0);
  expect(bill, JSON.stringify(sums)).to.equal(left);
}
