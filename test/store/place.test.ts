import { expect } from 'chai';
import { Place } from '../../src/elements/element/place.ts';

function take(looks: string): Place {
  const place = new Place({});
  place.claim(looks);
  return place;
}

describe('a place of a page', () => {
  it('has no name before it is claimed', () => {
    expect(new Place({}).name).to.equal('');
  });

  it('tells elements that look alike apart by their order', () => {
    const places = [take('alike'), take('alike'), take('other')];
    expect(places.map(({ name }) => name)).to.deep.equal(['alike:1', 'alike:2', 'other:1']);
    for (const place of places) place.leave();
  });

  it('stays the same if it is claimed again', () => {
    const place = take('often');
    place.claim('often');
    expect(place.name).to.equal('often:1');
    place.leave();
  });

  it('stays the same if an earlier one is left', () => {
    const [first, second] = [take('before'), take('before')];
    first?.leave();
    second?.claim('before');
    expect(second?.name).to.equal('before:2');
    second?.leave();
  });

  it('is free for the next element that looks alike once it is left', () => {
    const first = take('left');
    first.leave();
    const second = take('left');
    expect(second.name).to.equal('left:1');
    first.claim('left');
    expect(first.name).to.equal('left:2');
    for (const place of [first, second]) place.leave();
  });

  it('is another one for another id, and the earlier one is free', () => {
    const place = take('here');
    place.claim('here:and there');
    expect(place.name).to.equal('here:and there:1');
    place.claim('here');
    expect(place.name).to.equal('here:1');
    const next = take('here:and there');
    expect(next.name).to.equal('here:and there:1');
    for (const left of [place, next]) left.leave();
  });

  it('is not taken from another element by leaving twice', () => {
    const first = take('twice');
    first.leave();
    const second = take('twice');
    first.leave();
    expect(take('twice').name).to.equal('twice:2');
    second.leave();
  });
});
