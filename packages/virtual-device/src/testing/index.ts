export type { Pairs } from './booted-device.ts';
export { type Fidelity, fidelityOf, type Seen } from './fidelity.ts';
