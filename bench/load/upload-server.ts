/** The cloud that unknown clients upload to: `raised` accepts any amount, `default` has the limits of `npm start`. */
import { type CloudConfig, createCloud, createLog, defaultConfig } from '@tactus/cloud';
import { createRandom, systemTime } from '@tactus/time';
import { obey } from './orders.ts';

const MANY = 1_000_000;
const RAISED = { uploadsPerHour: MANY, uploadBytesPerHour: 0, parseMsPerHour: 0 } satisfies Partial<CloudConfig>;

const [kind = '', dataDir = ''] = process.argv.slice(2);
const limits = kind === 'raised' ? RAISED : {};
const config = defaultConfig({ port: 0, dataDir, rateLimitPerMinute: MANY, ...limits });
const log = createLog({ level: config.logLevel, time: systemTime, destination: { write: () => undefined } });
const cloud = await createCloud({ config, time: systemTime, random: createRandom(1), log });
const { port } = await cloud.listen();
obey({ port: () => port });
