/** Packs the built app beside a server that already serves it, in the processor time that nothing else needs. */
import { constants, setPriority } from 'node:os';
import { packApp } from './app.mjs';

setPriority(constants.priority.PRIORITY_LOW);
await packApp();
