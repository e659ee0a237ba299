import { describeEveryCall } from './every-call.ts';

describeEveryCall('tactus', true);
