import { expect } from 'chai';
import { html } from 'lit';
import type { CourierPickerElement } from '../../src/elements/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { all, clientOf, next, one, render, sandboxClient, settled, textOf } from '../support/elements.ts';
import { json } from '../support/fixtures.ts';

const listed = (...codes: string[]) =>
  json({
    success: true,
    couriers: codes.map((code) => ({
      courier_code: code,
      courier_service_code: 'reg',
      courier_name: code.toUpperCase(),
    })),
  });

async function renderPicker(client = clientOf(async () => listed('jne', 'jnt', 'jntcargo')), value = '') {
  const picker = await render<CourierPickerElement>(
    html`<ship-courier-picker lang="en" .client=${client} value=${value}></ship-courier-picker>`,
  );
  const loaded = async () => {
    while (picker.status === 'loading') await new Promise(requestAnimationFrame);
    await settled(picker);
  };
  await loaded();
  const boxes = () => all<HTMLInputElement>(picker, 'input[type=checkbox]');
  return { picker, loaded, boxes, chosen: () => boxes().flatMap(({ checked, value }) => (checked ? [value] : [])) };
}

describe('<ship-courier-picker>', () => {
  it('is accessible with the couriers of the service', async () => {
    const { picker } = await renderPicker(sandboxClient());
    await expectAccessible(picker);
  });

  it('lists each courier once, by its name', async () => {
    const { picker, boxes } = await renderPicker(sandboxClient());
    one(picker, '.more').click();
    await settled(picker);
    const names = all(picker, '[part=label]').map(textOf);
    expect(names).to.include.members(['JNE', 'J&T', 'J&T Cargo', 'SiCepat']);
    expect(new Set(names).size).to.equal(names.length);
    expect(boxes()).to.have.length(picker.couriers.length);
  });

  it('tells which couriers the shopper chose', async () => {
    const { picker, boxes } = await renderPicker();
    const changed = next(picker, 'ship-courier-change');
    boxes()[0]?.click();
    expect((await changed).couriers).to.deep.equal(['jne']);
    boxes()[2]?.click();
    expect(picker.value).to.equal('jne,jntcargo');
  });

  it('compares codes exactly: jntcargo is not jnt', async () => {
    const { chosen } = await renderPicker(undefined, 'jntcargo');
    expect(chosen()).to.deep.equal(['jntcargo']);
  });

  it('says that the service did not answer, and asks again on request', async () => {
    let broken = true;
    const client = clientOf(async () => {
      if (broken) throw new TypeError('cut off');
      return listed('jne');
    });
    const { picker, loaded } = await renderPicker(client);
    expect(picker.matches(':state(error)')).to.equal(true);
    expect(textOf(picker)).to.include('The shipping service isn’t answering.');
    broken = false;
    one(picker, 'button').click();
    await settled(picker);
    await loaded();
    expect(picker.couriers).to.deep.equal([{ code: 'jne', name: 'JNE' }]);
  });

  it('breaks a name that is too long for the page', async () => {
    const client = clientOf(async () => listed('jne', 'x'.repeat(3_000)));
    const { picker } = await renderPicker(client);
    expect(picker.scrollWidth).to.be.at.most(picker.clientWidth);
  });

  it('says when the service lists no couriers', async () => {
    const { picker } = await renderPicker(clientOf(async () => listed()));
    expect(textOf(picker)).to.include('No couriers are available right now.');
  });
});
