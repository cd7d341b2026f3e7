import { expect } from 'chai';
import { Place } from '../../src/elements/element/place.ts';

/** Elements that claim a place one after the other. Each test has ids of its own. */
const claimed = (...looks: string[]) =>
  looks.map((look) => {
    const place = new Place({});
    place.claim(look);
    return place;
  });

describe('the place of an element in a page', () => {
  it('has a number among elements that look alike', () => {
    expect(claimed('alike', 'alike', 'other').map(({ name }) => name)).to.deep.equal(['alike:1', 'alike:2', 'other:1']);
  });

  it('keeps its name if it is claimed again, also after an earlier element has left', () => {
    const [first, second] = claimed('before', 'before');
    first?.leave();
    second?.claim('before');
    expect(second?.name).to.equal('before:2');
  });

  it('leaves its name to the next element that looks alike', () => {
    const [first] = claimed('left');
    first?.leave();
    expect(claimed('left')[0]?.name).to.equal('left:1');
    first?.claim('left');
    expect(first?.name).to.equal('left:2');
  });

  it('has another name for another id, and leaves the first one', () => {
    const [place] = claimed('here');
    place?.claim('here:and there');
    expect(place?.name).to.equal('here:and there:1');
    place?.claim('here');
    expect([place?.name, claimed('here:and there')[0]?.name]).to.deep.equal(['here:1', 'here:and there:1']);
  });

  it('takes the name from no other element by leaving twice', () => {
    const [first] = claimed('twice');
    first?.leave();
    claimed('twice');
    first?.leave();
    expect(claimed('twice')[0]?.name).to.equal('twice:2');
  });
});
