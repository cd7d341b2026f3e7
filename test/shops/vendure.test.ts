import { expect } from 'chai';
import { installShop } from './installed-shop.ts';
import { typeErrors } from './plugin-types.ts';
import { testShop } from './scenarios.ts';
import { startVendure } from './vendure.ts';

testShop('Vendure', startVendure);

describe('the plugin for Vendure', () => {
  it('has types that agree with Vendure’s', async () => {
    const folder = await installShop('vendure');
    expect(typeErrors('vendure', folder, ['@vendure/core', '@nestjs/graphql', 'graphql'])).to.equal('');
  });
});
