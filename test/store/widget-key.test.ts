import { expect } from 'chai';
import { WidgetKey } from '../../src/elements/core/references.ts';

/** Elements that claim a key one after the other. Each test has ids of its own. */
const claimed = (...looks: string[]) =>
  looks.map((look) => {
    const key = new WidgetKey({});
    key.claim(look);
    return key;
  });

describe('the key of a widget in a page', () => {
  it('has a number among elements that look alike', () => {
    expect(claimed('alike', 'alike', 'other').map(({ value }) => value)).to.deep.equal([
      'alike:1',
      'alike:2',
      'other:1',
    ]);
  });

  it('keeps its name if it is claimed again, also after an earlier element has left', () => {
    const [first, second] = claimed('before', 'before');
    first?.leave();
    second?.claim('before');
    expect(second?.value).to.equal('before:2');
  });

  it('leaves its name to the next element that looks alike', () => {
    const [first] = claimed('left');
    first?.leave();
    expect(claimed('left')[0]?.value).to.equal('left:1');
    first?.claim('left');
    expect(first?.value).to.equal('left:2');
  });

  it('has another name for another id, and leaves the first one', () => {
    const [key] = claimed('here');
    key?.claim('here:and there');
    expect(key?.value).to.equal('here:and there:1');
    key?.claim('here');
    expect([key?.value, claimed('here:and there')[0]?.value]).to.deep.equal(['here:1', 'here:and there:1']);
  });

  it('takes the name from no other element by leaving twice', () => {
    const [first] = claimed('twice');
    first?.leave();
    claimed('twice');
    first?.leave();
    expect(claimed('twice')[0]?.value).to.equal('twice:2');
  });
});
