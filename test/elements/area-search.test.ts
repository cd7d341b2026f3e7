import { expect } from 'chai';
import { html, nothing } from 'lit';
import type { Area } from '../../src/contract/index.ts';
import type { AreaSearchElement } from '../../src/elements/area-search/area-search-element.ts';
import { pageClock } from '../../src/elements/core/page-clock.ts';
import '../../src/elements/area-search/area-search-element.ts';
import type { CheckoutElement } from '../../src/elements/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { areaShop, bintaro, braga, coblong, kebayoran, refusedWith } from '../support/areas.ts';
import { all, clientOf, next, one, press, record, render, settled, textOf } from '../support/elements.ts';
import { json, rate, shipment } from '../support/fixtures.ts';
import { quote, shop as ratesShop } from '../support/shop.ts';

interface Setting {
  lang?: string;
  postalCode?: string | number;
  area?: Area | string;
  required?: boolean;
  label?: string;
}

/** A search in a form, over a shop of five areas. */
async function renderSearch(
  { lang = 'en', postalCode, area, required = false, label }: Setting = {},
  shop = areaShop(),
) {
  const submitted: SubmitEvent[] = [];
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    submitted.push(event);
  };
  const form = await render<HTMLFormElement>(html`
    <form lang=${lang} @submit=${handleSubmit}>
      ${label ? html`<label for="area">${label}</label>` : nothing}
      <ship-area-search
        id="area"
        name="area"
        ?required=${required}
        .client=${shop.client}
        .clock=${shop.clock}
        .postalCode=${postalCode}
        .area=${area as Area | undefined}
      ></ship-area-search>
      <button>Send</button>
    </form>
  `);
  const search = one<AreaSearchElement>(form, 'ship-area-search');
  await settled(search);
  const input = one<HTMLInputElement>(search, 'input');
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise(requestAnimationFrame);
    await settled(search);
  };
  const write = (text: string, isComposing = false) => {
    input.focus();
    input.value = text;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, isComposing }));
  };
  const answered = () => until(() => !['idle', 'searching', 'chosen'].includes(search.status));
  /** Writes a text, and waits for its answer. An earlier answer stays on screen until the next text is asked. */
  const type = async (text: string, isAnswered = () => true) => {
    write(text);
    await answered();
    await until(isAnswered);
  };
  const key = async (name: string, modifiers: KeyboardEventInit = {}) => {
    const init = { key: name, bubbles: true, composed: true, cancelable: true, ...modifiers };
    const event = new KeyboardEvent('keydown', init);
    input.dispatchEvent(event);
    await settled(search);
    return event.defaultPrevented;
  };
  return {
    ...{ form, search, input, until, write, answered, type, key, submitted },
    ...shop,
    options: () => all(search, '[role=option]'),
    active: () => input.getAttribute('aria-activedescendant'),
    said: () => textOf(one(search, '[role=status]')),
    entries: () => Object.fromEntries(new FormData(form)),
  };
}

/** The changes that a page hears. */
function hear(search: AreaSearchElement): string[] {
  const heard: string[] = [];
  for (const name of ['input', 'change'] as const)
    search.addEventListener(name, ({ target }) => target === search && heard.push(name));
  search.addEventListener('ship-area-change', ({ area, previous, reason }) =>
    heard.push(`${previous?.postal_code ?? 'none'} to ${area?.postal_code ?? 'none'}: ${reason}`),
  );
  return heard;
}

describe('<ship-area-search>', () => {
  it('lists a district once, with its letters marked and its postal codes as options, and the first one is active', async () => {
    const { search, type, options, active, input, said } = await renderSearch({ lang: 'id' });
    await type('cobl');
    expect(all(search, '.row').map(textOf)).to.deep.equal(['Cobl ong Bandung, Jawa Barat 40132 40133']);
    expect(options().map(({ ariaLabel }) => ariaLabel)).to.deep.equal([
      'Coblong 40132, Bandung, Jawa Barat',
      'Coblong 40133, Bandung, Jawa Barat',
    ]);
    expect(all(search, 'mark').map(textOf)).to.deep.equal(['Cobl']);
    expect([active(), input.getAttribute('aria-expanded'), said()]).to.deep.equal(['option-0', 'true', '1 kecamatan']);
    expect(textOf(one(search, '.options + .say'))).to.equal('Pilih kode pos Anda.');
    await expectAccessible(search);
  });

  it('keeps the codes of a district together, whatever order they come in, and says that a long list may be cut off', async () => {
    const { search, type, answers, options, key } = await renderSearch();
    const rows = Array.from({ length: 10 }, (_nothing, index) => ({
      ...(index % 2 ? braga : coblong),
      id: `area-${index}`,
      postal_code: 40_100 + index,
    }));
    answers.push(() => Response.json({ success: true, areas: rows }));
    await type('bandung');
    expect(all(search, '.row')).to.have.lengthOf(2);
    expect(options().map(textOf)).to.deep.equal([0, 2, 4, 6, 8, 1, 3, 5, 7, 9].map((index) => String(40_100 + index)));
    expect(textOf(one(search, '.options + .say'))).to.equal('Not in the list? Write more letters.');
    await key('ArrowDown');
    await key('Enter');
    expect(search.value).to.equal('area-2');
  });

  it('does not take the key that ends a composition in Safari for Enter (mantinedev/mantine#5934)', async () => {
    const { search, type, key } = await renderSearch();
    await type('cobl');
    expect([await key('Enter', { keyCode: 229 }), search.value]).to.deep.equal([false, null]);
    await key('Enter', { keyCode: 13 });
    expect(search.value).to.equal(coblong.id);
  });

  it('chooses a tapped row: value, form fields, events, and a line that says it', async () => {
    const { search, type, options, entries, input, said } = await renderSearch({ lang: 'id' });
    const heard = hear(search);
    await type('cobl');
    options()[0]?.click();
    await settled(search);
    expect([search.value, search.status, search.area?.postal_code]).to.deep.equal([coblong.id, 'chosen', 40132]);
    expect(entries()).to.deep.equal({
      area: coblong.id,
      'area-postal-code': '40132',
      'area-name': 'Coblong, Bandung, Jawa Barat. 40132',
    });
    expect(heard).to.deep.equal(['input', 'change', 'none to 40132: user']);
    expect([input.value, textOf(one(search, '#place'))]).to.deep.equal(['Coblong', 'Bandung, Jawa Barat 40132']);
    expect([said(), search.matches(':state(chosen)')]).to.deep.equal([
      'Coblong, Bandung, Jawa Barat. 40132 dipilih.',
      true,
    ]);
    await expectAccessible(search);
  });

  it('is used with the keyboard as the combobox pattern says', async () => {
    const { search, type, key, active, options, input } = await renderSearch();
    await type('cobl');
    expect(await key('ArrowDown')).to.equal(true);
    expect(active()).to.equal('option-1');
    await key('ArrowDown');
    expect(active()).to.equal('option-0');
    await key('ArrowUp');
    expect([active(), options()[1]?.ariaSelected]).to.deep.equal(['option-1', 'true']);
    expect(await key('Escape')).to.equal(true);
    expect([input.getAttribute('aria-expanded'), input.value]).to.deep.equal(['false', 'cobl']);
    await key('ArrowUp');
    expect(active()).to.equal('option-1');
    expect(await key('Enter')).to.equal(true);
    expect([search.area?.postal_code, await key('Enter'), await key('Escape')]).to.deep.equal([40133, false, false]);
  });

  it('asks which, if a postal code lies in two districts, and Enter alone chooses none', async () => {
    const { search, type, key, active } = await renderSearch({ lang: 'id' });
    await type('12250');
    expect(textOf(one(search, '.say'))).to.equal('12250 ada di 2 kecamatan. Pilih satu.');
    expect(active()).to.equal(null);
    await key('Enter');
    expect(search.value).to.equal(null);
    await key('ArrowDown');
    await key('Enter');
    expect(search.value).to.equal(bintaro.id);
  });

  it('asks when typing has stopped, and once for equal texts', async () => {
    const { write, type, asked, answered, until, search, options } = await renderSearch();
    for (const text of ['cob', 'cobl', 'coblo']) write(text);
    await type('coblon');
    for (const text of ['Coblon', ' coblon ', 'Kec. Coblon,']) await type(text);
    await type('sumur', () => options()[0]?.ariaLabel?.includes('Sumur') === true);
    await type('coblon', () => options()[0]?.ariaLabel?.includes('Coblon') === true);
    expect(asked).to.deep.equal(['coblon', 'sumur']);
    write('co');
    await until(() => search.status === 'idle');
    write('coblon');
    await answered();
    expect(asked).to.have.lengthOf(2);
  });

  it('asks 500 ms after the last letter: at three keys a second, a name is one question', async () => {
    const { type, answers, write } = await renderSearch({}, { ...areaShop(), clock: pageClock });
    let asked = 0;
    answers.push(() => {
      asked = performance.now();
      return Response.json({ success: true, areas: [coblong] });
    });
    write('cob');
    const written = performance.now();
    await type('cobl');
    expect(asked - written).to.be.at.least(499);
  });

  it('keeps the letters that a shopper types from shortcuts of the page, and no other key (JohannesKlauss/react-hotkeys-hook#1161)', async () => {
    const { form, input } = await renderSearch();
    const heard: string[] = [];
    const types = ['keydown', 'keypress', 'keyup'] as const;
    for (const type of types) form.addEventListener(type, ({ key }) => heard.push(`${type} ${key}`));
    const dispatch = (type: string, init: KeyboardEventInit) =>
      input.dispatchEvent(new KeyboardEvent(type, { bubbles: true, composed: true, ...init }));
    for (const type of types) for (const key of ['s', '/', ' ']) dispatch(type, { key });
    expect(heard).to.deep.equal([]);
    dispatch('keydown', { key: 'k', ctrlKey: true });
    dispatch('keyup', { key: 'Tab' });
    expect(heard).to.deep.equal(['keydown k', 'keyup Tab']);
  });

  it('keeps a dialog around it open when Escape closes the list', async () => {
    const { type, key, form } = await renderSearch();
    const heard: string[] = [];
    form.addEventListener('keydown', (event) => heard.push(event.key));
    await type('cobl');
    expect([await key('Escape'), heard]).to.deep.equal([true, []]);
    await key('Escape');
    expect([await key('Escape'), heard]).to.deep.equal([false, ['Escape']]);
  });

  it('shows the answer to the newest text, whatever order answers arrive in', async () => {
    const { write, answers, asked, until, options, answered } = await renderSearch();
    let late: (response: Response) => void = () => {};
    answers.push(() => new Promise((resolve) => (late = resolve)));
    write('cobl');
    await until(() => asked.length === 1);
    write('pesang');
    await until(() => asked.length === 2);
    await answered();
    late(Response.json({ success: true, areas: [coblong] }));
    await new Promise(requestAnimationFrame);
    expect(options().map(textOf)).to.deep.equal(['Pesang grahan 12250 Jakarta Selatan, DKI Jakarta']);
  });

  it('chooses nothing with Enter while the list is that of an earlier text', async () => {
    const { search, type, write, key, active, answered, until, input } = await renderSearch();
    await type('pesang');
    write('coblong ');
    expect(await key('Enter')).to.equal(true);
    expect([search.value, active()]).to.deep.equal([null, null]);
    await answered();
    await until(() => active() === 'option-0');
    write(' Coblong');
    await key('Enter');
    expect([search.area?.postal_code, input.value]).to.deep.equal([40132, 'Coblong']);
  });

  it('asks nothing while a syllable of another script is composed, or for two letters', async () => {
    const { write, asked, input, search, answered, until, key } = await renderSearch();
    write('반둥', true);
    await settled(search);
    expect([input.value, search.status]).to.deep.equal(['반둥', 'idle']);
    input.value = 'coblong';
    input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    await answered();
    write('co');
    await until(() => search.status === 'idle');
    expect([asked, await key('ArrowDown')]).to.deep.equal([['coblong'], false]);
  });

  it('repeats a pasted text without characters that turn the sentence around', async () => {
    const { type, search } = await renderSearch();
    await type(`\u202eRumah cat hijau ${'di sebelah warung '.repeat(5)}`);
    expect(textOf(one(search, '.say b'))).to.equal('“rumah cat hijau di sebelah warung di seb…” was not found');
  });

  it('counts the districts of the postal code alone, if the service finds others too', async () => {
    const { type, search, answers, active } = await renderSearch();
    answers.push(() => Response.json({ success: true, areas: [bintaro, kebayoran, coblong] }));
    await type('12250');
    expect([textOf(one(search, '.say')), active()]).to.deep.equal(['12250 lies in 2 districts. Choose one.', null]);
    answers.push(() => Response.json({ success: true, areas: [braga, coblong] }));
    await type('40111', () => active() === 'option-0');
    expect(textOf(one(search, '[role=status]'))).to.equal('2 districts');
  });

  it('says that nothing was found, and what to enter', async () => {
    const { type, search, said } = await renderSearch({ lang: 'id' });
    await type('jl dago 12');
    const help = 'Tulis nama kecamatan saja, tanpa jalan, atau tulis 5 angka kode pos.';
    expect(textOf(one(search, '.say'))).to.equal(`“jl dago 12” tidak ditemukan ${help}`);
    expect([said(), search.matches(':state(empty)')]).to.deep.equal([`“jl dago 12” tidak ditemukan. ${help}`, true]);
    await expectAccessible(search);
  });

  it('says that it searches, and that it failed, with a button that asks again', async () => {
    const { type, search, answers, answered, input, asked, said } = await renderSearch();
    const failed = next(search, 'ship-error');
    answers.push(() => Promise.reject(new TypeError('cut off')));
    await type('pesang');
    expect((await failed).error).to.have.property('code', 'network');
    expect(said()).to.equal('The search isn’t answering.');
    await expectAccessible(search);
    let answer = () => {};
    answers.push(
      () => new Promise((resolve) => (answer = () => resolve(Response.json({ success: true, areas: [bintaro] })))),
    );
    await press(search, '.say button');
    while (search.status !== 'searching') await new Promise(requestAnimationFrame);
    await settled(search);
    expect(textOf(one(search, '.say'))).to.equal('Searching for “pesang”…');
    expect(search.shadowRoot?.activeElement).to.equal(input);
    answer();
    await answered();
    expect([search.status, asked.length]).to.deep.equal(['found', 2]);
  });

  it('asks again with Enter or ↓ after a failure, and Tab leads to the button that does, with the text kept', async () => {
    const { type, search, answers, until, input, asked, key, submitted } = await renderSearch({ area: coblong });
    const fail = () => Promise.reject(new TypeError('cut off'));
    answers.push(fail, fail, fail);
    await type('pesang');
    for (const [index, name] of ['Enter', 'ArrowDown'].entries()) {
      expect(await key(name), name).to.equal(true);
      await until(() => asked.length === index + 2 && search.status === 'error');
    }
    expect([asked.length, submitted.length]).to.deep.equal([3, 0]);
    await key('Tab');
    for (const button of all(search, '.clear, .say button')) {
      button.focus();
      await settled(search);
      expect([textOf(one(search, '.list:not([hidden]) .say')), input.value]).to.deep.equal([
        'The search isn’t answering. Try again',
        'pesang',
      ]);
    }
    expect(all(search, '.clear, .say button')).to.have.lengthOf(2);
  });

  it('says that the gateway is busy, and does not ask again by itself', async () => {
    const { type, search, answers, asked } = await renderSearch();
    answers.push(() => refusedWith(429, { reason: 'too-many-requests' }, { 'retry-after': '60' }));
    await type('pesang');
    expect(textOf(one(search, '.say'))).to.include('The search isn’t answering. Try again');
    expect(asked).to.have.lengthOf(1);
  });

  it('says that the search is not available, if the gateway does not serve it, and offers no retry', async () => {
    const { type, search, answers } = await renderSearch();
    answers.push(() => refusedWith(404, { reason: 'no-operation' }));
    await type('pesang');
    expect(textOf(one(search, '.say'))).to.equal('The search isn’t available. Please contact the shop.');
  });

  it('keeps the chosen area while another text is typed, until another area is chosen or it is cleared', async () => {
    const { search, type, key, input, options, entries } = await renderSearch({ area: coblong });
    const heard = hear(search);
    await press(search, '.two button');
    expect([input.value, input.selectionEnd]).to.deep.equal(['Coblong', 'Coblong'.length]);
    await type('pesang');
    expect([search.value, heard]).to.deep.equal([coblong.id, []]);
    await key('Escape');
    await key('Escape');
    expect([input.value, search.status]).to.deep.equal(['Coblong', 'chosen']);
    await press(search, '.two button');
    await type('pesang');
    options()[0]?.click();
    await settled(search);
    await press(search, '.two button');
    await press(search, '.clear');
    expect([search.value, entries(), search.shadowRoot?.activeElement]).to.deep.equal([null, {}, input]);
    expect(heard.filter((name) => name.includes(':'))).to.deep.equal(['40132 to 12250: user', '12250 to none: user']);
  });

  it('keeps a text that the shopper leaves in place of the area, does not submit that area, and leads back to it', async () => {
    const { search, type, write, key, input, submitted, entries, said } = await renderSearch({
      ...{ area: coblong, required: true, lang: 'id' },
    });
    const heard = hear(search);
    const pressElsewhere = () => document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    const state = async () => {
      await settled(search);
      return [input.value, search.value, search.checkValidity(), all(search, '.keep').map(textOf)];
    };
    const isCoblong = ['Coblong', coblong.id, true, []];
    const isLeft = ['menteng pulo', null, false, ['Tetap Coblong']];
    const ways: (() => unknown)[] = [
      () => pressElsewhere(),
      () => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget: document.body })),
      () => key('Escape').then(() => key('Enter')),
    ];
    for (const leave of ways) {
      await press(search, '.two button');
      await type('menteng pulo');
      await leave();
      expect([await state(), entries(), submitted.length]).to.deep.equal([isLeft, {}, 0]);
      expect(textOf(one(search, '.wrong'))).to.include('“menteng pulo” tidak ditemukan');
      await expectAccessible(search);
      await press(search, '.keep');
      expect([await state(), search.shadowRoot?.activeElement, said()]).to.deep.equal([
        ...[isCoblong, input],
        'Coblong, Bandung, Jawa Barat. 40132 dipilih.',
      ]);
    }
    expect(heard.slice(-6)).to.deep.equal([
      ...['input', 'change', '40132 to none: left', 'input', 'change', 'none to 40132: user'],
    ]);
    // What was found and not chosen is no choice.
    await press(search, '.two button');
    await type('pesang');
    pressElsewhere();
    await settled(search);
    expect([search.value, textOf(one(search, '.wrong'))]).to.deep.equal([null, 'Pilih kecamatan dari daftar.']);
    await press(search, '.keep');
    // An emptied text, or one that says the same, is no other wish.
    for (const text of ['', ' Coblong ']) {
      await press(search, '.two button');
      write(text);
      pressElsewhere();
      expect(await state(), text).to.deep.equal(isCoblong);
    }
    // Escape goes back, too, and × to none.
    await press(search, '.two button');
    await type('menteng pulo');
    pressElsewhere();
    await key('Escape');
    expect(await state()).to.deep.equal(isCoblong);
    await press(search, '.two button');
    await type('menteng pulo');
    pressElsewhere();
    await press(search, '.clear');
    expect(await state()).to.deep.equal(['', null, false, []]);
  });

  it('asks letters that a phone composes into a word (mui/base-ui#2942, naive-ui#4105)', async () => {
    const { write, answered, asked } = await renderSearch();
    for (const text of ['co', 'cob', 'cobl']) write(text, true);
    await answered();
    expect(asked).to.deep.equal(['cobl']);
  });

  it('finds the rows of a longer text among those of a shorter one, and asks for more only if there is none', async () => {
    const { type, write, search, options, asked, until, active } = await renderSearch();
    await type('cob');
    write('coblong 4');
    await settled(search);
    expect([options().length, active(), asked]).to.deep.equal([2, 'option-0', ['cob']]);
    write('coblong sura');
    await until(() => search.status === 'empty');
    write('coblong sura timur');
    await settled(search);
    expect([search.status, textOf(one(search, '.say b'))]).to.deep.equal([
      'empty',
      '“coblong sura timur” was not found',
    ]);
    write('pesang');
    await until(() => search.status === 'found');
    expect(asked).to.deep.equal(['cob', 'coblong sura', 'pesang']);
  });

  for (const [what, text, key] of [
    ['a code in another district than "Kec."', 'Jl. Kenanga 5, Kec. Coblong, Bandung 40111', 'Enter'],
    ['a number that may be that of a house', 'Jl. Raya Bogor 40111', 'Enter'],
    ['two codes', 'Dari Jakarta 12250 ke Bandung 40132', 'Enter'],
  ] as const)
    it(`leaves the choice to the shopper after ${what}`, async () => {
      const shown = await renderSearch();
      await shown.type(text);
      await shown.key(key);
      expect([shown.search.value, shown.active()]).to.deep.equal([null, null]);
      expect(textOf(one(shown.search, '.say'))).to.equal('Check district and postal code, then choose one.');
      await expectAccessible(shown.search);
    });

  it('chooses the district that the address names, of two of its postal code', async () => {
    const { type, key, search, asked } = await renderSearch();
    await type('Jl. Kenanga 5 RT 01/RW 02, Kec. Kebayoran Lama, Jakarta Selatan 12250, HP 0812-3456-40111');
    await key('Enter');
    expect([search.value, asked]).to.deep.equal([kebayoran.id, ['12250']]);
  });

  it('asks for the district alone if none of its name and city is found', async () => {
    const { type, key, search, asked } = await renderSearch();
    await type('Kec. Coblong, Kota Bdg');
    await key('Enter');
    expect([search.area?.postal_code, asked]).to.deep.equal([40132, ['coblong bdg', 'coblong']]);
  });

  it('opens and closes the list with Alt and an arrow, and moves nothing (APG)', async () => {
    const { type, key, active, input } = await renderSearch();
    await type('cobl');
    expect(await key('ArrowDown', { altKey: true })).to.equal(true);
    expect(active()).to.equal('option-0');
    await key('ArrowUp', { altKey: true });
    expect(input.ariaExpanded).to.equal('false');
    await key('ArrowDown', { altKey: true });
    expect([input.ariaExpanded, active()]).to.deep.equal(['true', null]);
    expect(await key('ArrowDown', { shiftKey: true })).to.equal(false);
  });

  describe('what closes the list', () => {
    it('is not a blur without another target: a closed keyboard, or a swipe of VoiceOver (w3c/aria-practices#1619)', async () => {
      const { type, input, search, options } = await renderSearch();
      await type('cobl');
      input.blur();
      await settled(search);
      expect(input.ariaExpanded).to.equal('true');
      options()[1]?.click();
      expect(search.area?.postal_code).to.equal(40133);
    });

    it('is not a touch that scrolls the page (angular/components#17039)', async () => {
      const { type, input, search } = await renderSearch();
      await type('cobl');
      const touch = { bubbles: true, pointerType: 'touch' };
      for (const name of ['pointerdown', 'pointercancel']) document.body.dispatchEvent(new PointerEvent(name, touch));
      await settled(search);
      expect(input.ariaExpanded).to.equal('true');
      document.body.dispatchEvent(new PointerEvent('pointerup', touch));
      await settled(search);
      expect(input.ariaExpanded).to.equal('false');
    });

    it('is Tab, also on the way to the button that clears', async () => {
      const { type, input, key } = await renderSearch();
      await type('cobl');
      expect(await key('Tab')).to.equal(false);
      expect(input.ariaExpanded).to.equal('false');
    });

    it('is focus in another field, after a blur without a target', async () => {
      const { type, input, form, search } = await renderSearch();
      await type('cobl');
      input.blur();
      one(form, 'form > button, button:not([type])').focus();
      await settled(search);
      expect(input.ariaExpanded).to.equal('false');
    });
  });

  it('takes "Kota Gede" for the district Kotagede, and for no other place that begins so', async () => {
    const row = (id: string, district: string, city: string): Area => ({
      ...{ id, name: `${district}, ${city}. 55171`, postal_code: 55171 },
      ...{ administrative_division_level_2_name: city, administrative_division_level_3_name: district },
    });
    const { answers, asked, type, active, options } = await renderSearch();
    const [gedebage, kotagede] = [row('a', 'Gedebage', 'Bandung'), row('b', 'Kotagede', 'Yogyakarta')];
    for (const area of [gedebage, kotagede]) answers.push(() => Response.json({ success: true, areas: [area] }));
    await type('Kota Gede');
    expect(asked).to.deep.equal(['gede', 'kotagede']);
    expect([options().length, active()]).to.deep.equal([2, 'option-1']);
  });

  it('searches for a text that a browser fills in with `change` alone (vuejs/vue#7058)', async () => {
    const { input, search, until, asked } = await renderSearch();
    input.value = 'Coblong';
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => search.status === 'found');
    expect([asked, input.value, input.getAttribute('aria-expanded')]).to.deep.equal([['coblong'], 'Coblong', 'false']);
  });

  it('opens nothing for a text that a browser fills in without focus (downshift-js/downshift#1189)', async () => {
    const { input, search, answered, said } = await renderSearch();
    input.value = 'Coblong';
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await answered();
    expect([input.ariaExpanded, one(search, '.list').hidden, said()]).to.deep.equal(['false', true, '']);
    await press(search, 'input');
    expect(input.ariaExpanded).to.equal('true');
  });

  it('no longer says that it searches, once the shopper has left and the answer is there', async () => {
    const { write, answers, until, search, said, form } = await renderSearch({ lang: 'id' });
    let answer: (response: Response) => void = () => {};
    answers.push(() => new Promise((resolve) => (answer = resolve)));
    write('cobl');
    await until(() => search.status === 'searching');
    expect(said()).to.equal('Mencari “cobl”…');
    one(form, 'form > button').focus();
    answer(Response.json({ success: true, areas: [coblong] }));
    await until(() => search.status === 'found');
    expect(said()).to.equal('');
  });

  it('says that there were too many searches, without a button, if the wait is long', async () => {
    const { type, search, answers } = await renderSearch();
    answers.push(() => refusedWith(429, { reason: 'too-many-requests' }, { 'retry-after': '3600' }));
    await type('pesang');
    expect(textOf(one(search, '.say'))).to.equal(
      'There have been too many searches. Please try again later, or contact the shop.',
    );
    await expectAccessible(search);
  });

  describe('what a page sets', () => {
    it('shows a whole area, as an object or as JSON, without an event', async () => {
      const { search, input } = await renderSearch();
      const heard = hear(search);
      search.area = coblong;
      await settled(search);
      expect(input.value).to.equal('Coblong');
      search.setAttribute('area', JSON.stringify({ ...bintaro, postal_code: '12250' }));
      await settled(search);
      expect([input.value, search.area?.postal_code, heard]).to.deep.equal(['Pesanggrahan', 12250, []]);
    });

    it('takes a value away and back', async () => {
      const { search, input } = await renderSearch({ area: coblong });
      const { value } = search;
      search.value = '';
      await settled(search);
      expect([search.value, input.value]).to.deep.equal([null, '']);
      search.value = value;
      await settled(search);
      expect([input.value, search.area]).to.deep.equal(['Coblong', coblong]);
      search.value = 'IDNP9IDNC9IDND9IDZ99999';
      await settled(search);
      expect([input.value, search.value]).to.deep.equal(['IDNP9IDNC9IDND9IDZ99999', 'IDNP9IDNC9IDND9IDZ99999']);
    });

    it('reports an area that is none', async () => {
      const { search } = await renderSearch();
      for (const area of ['{id:', '{"name":"Coblong"}']) {
        const failed = next(search, 'ship-error');
        search.setAttribute('area', area);
        expect((await failed).error.message).to.match(/area must be an area of searchAreas/);
        expect(search.value).to.equal(null);
      }
    });

    for (const postalCode of [40111, '40111', ' 40111 '])
      it(`starts with the only district of the postal code ${JSON.stringify(postalCode)}`, async () => {
        const { search, until, asked, input } = await renderSearch({ postalCode });
        const changed = search.area ? undefined : next(search, 'ship-area-change');
        await until(() => search.status === 'chosen');
        expect((await changed)?.reason ?? 'postal-code').to.equal('postal-code');
        expect([search.value, input.value, asked]).to.deep.equal([braga.id, 'Sumur Bandung', ['40111']]);
      });

    it('starts with a question, if the postal code lies in two districts. The list opens at a click', async () => {
      const { search, until, input, options } = await renderSearch({ postalCode: 12250, lang: 'id' });
      await until(() => search.status === 'found');
      expect([search.value, input.value, input.getAttribute('aria-expanded')]).to.deep.equal([null, '12250', 'false']);
      expect(textOf(one(search, '#hint'))).to.equal('12250 ada di 2 kecamatan. Pilih satu.');
      await press(search, 'input');
      expect(options()).to.have.lengthOf(2);
      options()[1]?.click();
      expect(search.value).to.equal(kebayoran.id);
    });

    it('takes the area away if the page then sets another postal code, and asks for that one', async () => {
      const { search, until } = await renderSearch({ area: coblong });
      const heard = hear(search);
      search.postalCode = '40132';
      await settled(search);
      expect(heard).to.deep.equal([]);
      search.postalCode = '4011';
      await settled(search);
      expect(search.value).to.equal(coblong.id);
      search.postalCode = '40111';
      await until(() => search.value === braga.id);
      expect(heard).to.deep.equal(['40132 to none: page', 'none to 40111: postal-code']);
    });

    it('takes the question away if the page takes the postal code back', async () => {
      const { search, until, input } = await renderSearch({ postalCode: 12250 });
      await until(() => search.status === 'found');
      search.postalCode = undefined;
      await settled(search);
      expect([input.value, search.status]).to.deep.equal(['', 'idle']);
    });

    it('asks once the client is there, if it is set later than the postal code', async () => {
      const { client } = areaShop();
      const search = await render<AreaSearchElement>(html`<ship-area-search postal-code="40111"></ship-area-search>`);
      const changed = next(search, 'ship-area-change');
      search.client = client;
      expect((await changed).area?.id).to.equal(braga.id);
    });
  });

  it('begins with the district of an earlier page with remember, keeps another one, and forgets it when it is emptied', async () => {
    const kept = () => JSON.parse(localStorage.getItem('ship-area') ?? 'null');
    const { id, name, postal_code } = coblong;
    localStorage.setItem('ship-area', JSON.stringify({ id, name, postal_code, until: Date.now() + 1_000 }));
    const { search, type, key, input } = await renderSearch();
    expect(search.value).to.equal(null);
    const changed = next(search, 'ship-area-change');
    search.remember = true;
    expect((await changed).reason).to.equal('remembered');
    await settled(search);
    expect([search.value, input.value, textOf(one(search, '#place'))]).to.deep.equal([
      id,
      'Coblong',
      'Bandung, Jawa Barat 40132',
    ]);
    await press(search, '.field button');
    await type(String(bintaro.postal_code));
    await key('ArrowDown');
    await key('Enter');
    expect(Object.keys(kept())).to.deep.equal(['id', 'name', 'postal_code', 'until']);
    expect([kept().id, search.value]).to.deep.equal([search.value, search.value]);
    await press(search, '.field button');
    await press(search, '.clear');
    expect(kept()).to.equal(null);
  });

  describe('in a form', () => {
    it('is required, says what is missing, and takes focus', async () => {
      const { search, form, input, type, options } = await renderSearch({ required: true, lang: 'id' });
      expect([search.validity.valueMissing, search.validationMessage]).to.deep.equal([
        true,
        'Pilih kecamatan dari daftar.',
      ]);
      form.requestSubmit();
      await settled(search);
      expect([search.matches(':state(user-invalid)'), search.shadowRoot?.activeElement]).to.deep.equal([true, input]);
      expect([input.ariaInvalid, textOf(one(search, '#hint'))]).to.deep.equal(['true', 'Pilih kecamatan dari daftar.']);
      await type('cobl');
      expect(search.checkValidity()).to.equal(false);
      options()[0]?.click();
      await settled(search);
      expect([search.checkValidity(), search.matches(':state(user-invalid)')]).to.deep.equal([true, false]);
    });

    it('is reset to the area of its attribute, or to none', async () => {
      const { search, form, input, type, options } = await renderSearch();
      const heard = hear(search);
      await type('cobl');
      options()[0]?.click();
      form.reset();
      await settled(search);
      expect([search.value, input.value]).to.deep.equal([null, '']);
      search.setAttribute('area', JSON.stringify(bintaro));
      search.area = coblong;
      form.reset();
      expect([search.value, heard.slice(3)]).to.deep.equal([
        bintaro.id,
        ['40132 to none: reset', '40132 to 12250: reset'],
      ]);
    });

    it('is restored with its label', async () => {
      const { search, input } = await renderSearch();
      const heard = hear(search);
      search.formStateRestoreCallback(JSON.stringify(coblong));
      await settled(search);
      expect([search.value, input.value, heard]).to.deep.equal([coblong.id, 'Coblong', ['none to 40132: restored']]);
    });

    it('is submitted by Enter while no list is open, by the first button of the form (tailwindlabs/headlessui#1285)', async () => {
      const { type, key, form, submitted } = await renderSearch();
      await key('Enter');
      expect(submitted.map(({ submitter }) => submitter)).to.deep.equal([one(form, 'form > button')]);
      await type('cobl');
      await key('Enter');
      expect(submitted, 'the list was open').to.have.lengthOf(1);
      await key('Enter');
      expect(submitted).to.have.lengthOf(2);
      one<HTMLButtonElement>(form, 'form > button').disabled = true;
      await key('Enter');
      expect(submitted, 'the button is disabled').to.have.lengthOf(2);
    });

    it('is disabled by itself or by a fieldset', async () => {
      const { search, form, input, entries } = await renderSearch({ area: coblong });
      search.disabled = true;
      await settled(search);
      expect([input.disabled, all(search, 'button').length, entries()]).to.deep.equal([true, 0, {}]);
      search.disabled = false;
      const fieldset = document.createElement('fieldset');
      form.append(fieldset);
      fieldset.append(search);
      fieldset.disabled = true;
      await settled(search);
      expect([input.disabled, all(search, 'button').length, entries()]).to.deep.equal([true, 0, {}]);
      fieldset.disabled = false;
      await settled(search);
      expect([input.disabled, entries().area]).to.deep.equal([false, coblong.id]);
    });

    it('closes the list when it is disabled', async () => {
      const { search, type, options } = await renderSearch();
      await type('cobl');
      search.disabled = true;
      await settled(search);
      options()[0]?.click();
      expect([options().length, search.value]).to.deep.equal([0, null]);
    });

    it('has the label of the page instead of its own', async () => {
      const { search, input, form } = await renderSearch({ label: 'Kecamatan tujuan' });
      expect([input.ariaLabel, all(search, 'label').length]).to.deep.equal(['Kecamatan tujuan', 0]);
      one(form, 'label').click();
      expect(search.shadowRoot?.activeElement).to.equal(input);
      await expectAccessible(form);
    });
  });

  describe('for a checkout', () => {
    const pinned = { ...shipment, destination_latitude: -6.9, destination_longitude: 107.6 };

    /** A search beside the checkout that it names. */
    async function renderBoth(given: object = pinned, postalCode?: number) {
      const { client } = ratesShop(rate());
      const shop = areaShop();
      const page = await render<HTMLElement>(html`
        <div lang="en">
          <form>
            <ship-area-search for="shipping" .client=${shop.client} .postalCode=${postalCode}></ship-area-search>
          </form>
          <ship-checkout id="shipping" .client=${client} .shipment=${given}></ship-checkout>
        </div>
      `);
      const search = one<AreaSearchElement>(page, 'ship-area-search');
      const checkout = one<CheckoutElement>(page, 'ship-checkout');
      await settled(page);
      const destination = () => {
        const { destination_area_id: id, destination_postal_code: code, ...rest } = checkout.shipment ?? {};
        return { id, code, latitude: rest.destination_latitude };
      };
      return { ...shop, page, search, checkout, destination };
    }
    const choose = async (search: AreaSearchElement, area: Area) => {
      search.area = area;
      await settled(search);
    };

    it('sets area id and postal code together, and coordinates stay', async () => {
      const { search, destination } = await renderBoth();
      await choose(search, coblong);
      expect(destination()).to.deep.equal({ id: coblong.id, code: 40132, latitude: -6.9 });
      search.area = undefined;
      expect(destination()).to.deep.equal({ id: undefined, code: undefined, latitude: -6.9 });
    });

    it('keeps the area when the page sets other goods, with the code of the area or without', async () => {
      const { search, checkout, destination } = await renderBoth();
      await choose(search, coblong);
      const { destination_postal_code: _code, ...goods } = shipment;
      checkout.shipment = goods;
      expect(destination()).to.deep.equal({ id: coblong.id, code: 40132, latitude: undefined });
      checkout.shipment = { ...goods, destination_postal_code: '40132' };
      expect(destination().id).to.equal(coblong.id);
      expect(search.value).to.equal(coblong.id);
    });

    it('drops the area when the page sets another postal code, and asks for its district', async () => {
      const { search, checkout, destination, asked } = await renderBoth();
      await choose(search, coblong);
      const heard = hear(search);
      checkout.shipment = { ...checkout.shipment, destination_postal_code: 12250 };
      expect(destination()).to.deep.equal({ id: undefined, code: 12250, latitude: -6.9 });
      expect(heard).to.deep.equal(['40132 to none: page']);
      while (!asked.length) await new Promise(requestAnimationFrame);
      checkout.shipment = { ...checkout.shipment, destination_postal_code: '40111' };
      while (search.value !== braga.id) await new Promise(requestAnimationFrame);
      expect(destination()).to.deep.equal({ id: braga.id, code: 40111, latitude: -6.9 });
      expect(asked).to.deep.equal(['12250', '40111']);
    });

    it('leaves an area of the page’s own alone', async () => {
      const { search, checkout, destination } = await renderBoth({ ...shipment, destination_area_id: bintaro.id });
      expect(destination().id).to.equal(bintaro.id);
      await choose(search, coblong);
      checkout.shipment = { ...shipment, destination_postal_code: 12250, destination_area_id: kebayoran.id };
      expect([search.value, destination().id]).to.deep.equal([null, kebayoran.id]);
    });

    it('begins with the district of an earlier page where the checkout has `remember`, unless the page has its own', async () => {
      const { id, name, postal_code } = coblong;
      localStorage.setItem('ship-area', JSON.stringify({ id, name, postal_code, until: Date.now() + 10_000 }));
      const places: unknown[] = [];
      const client = clientOf(async (request) => {
        if (request.method === 'GET') return json({ success: true, couriers: [] });
        places.push((await request.json()).destination_area_id);
        return quote(rate());
      });
      const { destination_postal_code: _code, ...goods } = shipment;
      const { search, checkout, page, destination } = await renderBoth(goods);
      Object.assign(checkout, { client, couriers: 'jne' });
      await settled(page);
      expect([checkout.status, search.value]).to.deep.equal(['incomplete', null]);
      checkout.remember = true;
      while (!places.length) await new Promise(requestAnimationFrame);
      expect([places[0], destination().id]).to.deep.equal([id, undefined]);
      // The search that names the checkout knows it, too.
      search.requestUpdate();
      await settled(page);
      expect([search.value, destination().id]).to.deep.equal([id, id]);
      const other = await renderBoth({ ...shipment, destination_area_id: bintaro.id });
      places.length = 0;
      Object.assign(other.checkout, { client, couriers: 'jne', remember: true });
      while (!places.length) await new Promise(requestAnimationFrame);
      expect([places[0], other.search.value]).to.deep.equal([bintaro.id, null]);
      localStorage.removeItem('ship-area');
    });

    it('takes its area back when `for` moves to an empty search', async () => {
      const { page, search, destination } = await renderBoth();
      await choose(search, coblong);
      const other = document.createElement('ship-area-search');
      page.append(other);
      other.htmlFor = 'shipping';
      search.htmlFor = '';
      await settled(page);
      expect(destination()).to.deep.equal({ id: undefined, code: undefined, latitude: -6.9 });
    });

    it('keeps the destination when the search is removed, as a step of a checkout is', async () => {
      const { search, destination } = await renderBoth();
      await choose(search, coblong);
      search.remove();
      expect(destination().id).to.equal(coblong.id);
    });

    it('watches the page only while it looks for a checkout', async () => {
      const { page, search } = await renderBoth();
      let looked = 0;
      const seen = search.getRootNode.bind(search);
      search.getRootNode = (options) => {
        looked++;
        return seen(options);
      };
      search.htmlFor = '';
      await settled(search);
      looked = 0;
      page.append(document.createElement('p'));
      await new Promise(requestAnimationFrame);
      expect(looked).to.equal(0);
    });

    it('finds a checkout that comes into the page later, and another one in its place', async () => {
      const { page, search } = await renderBoth();
      await choose(search, coblong);
      for (const _time of [1, 2]) {
        one(page, '#shipping').remove();
        const checkout = document.createElement('ship-checkout');
        checkout.id = 'shipping';
        checkout.shipment = shipment;
        page.append(checkout);
        while (checkout.shipment?.destination_area_id !== coblong.id) await new Promise(requestAnimationFrame);
      }
    });

    it('gives the checkout to the search that chose last', async () => {
      const { page, search, destination, client } = await renderBoth();
      const other = document.createElement('ship-area-search');
      Object.assign(other, { htmlFor: 'shipping', client });
      page.append(other);
      await settled(other);
      await choose(search, coblong);
      const heard = record(search, 'ship-area-change');
      await choose(other, bintaro);
      expect(destination()).to.deep.include({ id: bintaro.id, code: 12250 });
      expect([search.value, heard]).to.deep.equal([null, ['ship-area-change']]);
    });
  });
});
