#!/usr/bin/env node
/** `tactus`, from any folder: runs the sources, as everything in this repository does. */
import { register as registerHook } from 'node:module';
import { register } from 'tsx/esm/api';

registerHook('./source-condition.mjs', import.meta.url);
register();
await import('../src/tactus.ts');
