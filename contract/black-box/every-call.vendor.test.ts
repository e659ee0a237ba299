import { describeEveryCall } from './every-call.ts';

describeEveryCall('vendor');
