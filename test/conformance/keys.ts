import { expect } from 'chai';
import { type Promised, refusedWith } from './promised.ts';
import { ask } from './service.ts';

export const keys: Promised[] = [
  {
    name: 'answers a missing key with 401 and success:true',
    section: '§1.8',
    aboutKeys: true,
    async check(service) {
      const { status, body } = await ask(service, { operation: 'listCouriers', headers: { authorization: '' } });
      expect([status, body.success, body.code]).to.deep.equal([401, true, 40101001]);
    },
  },
  {
    name: 'answers a wrong key with 400 and 40000001',
    section: '§1.8',
    aboutKeys: true,
    async check(service) {
      refusedWith(await ask(service, { operation: 'listCouriers', headers: { authorization: 'wrong' } }), 40000001);
    },
  },
  {
    name: 'accepts the key after Bearer too',
    section: '§1.2',
    aboutKeys: true,
    async check(service) {
      const headers = { authorization: `Bearer ${service.key}` };
      expect((await ask(service, { operation: 'listCouriers', headers })).status).to.equal(200);
    },
  },
];
