/** A cloud for many virtual devices and many readers that all do nothing. */
import { createMeasuredCloud } from './measured-cloud.ts';
import { obey } from './orders.ts';

const cloud = await createMeasuredCloud();
const { port } = await cloud.listen();
let made = 0;

obey({
  port: () => port,
  /** Makes virtual devices up to this number: IdleBench1 and so on. */
  async devices(wanted) {
    while (made < wanted) {
      made += 1;
      const { statusCode, body } = await cloud.inject({
        method: 'POST',
        url: '/_control/devices',
        headers: { host: 'localhost' },
        payload: { model: made % 2 === 0 ? 'handy' : 'oh', connectionKey: `IdleBench${made}` },
      });
      if (statusCode !== 201) throw new Error(`A virtual device was refused: ${body}`);
    }
  },
});
