export { createPointBuffer } from './feeder/testing/point-buffer.ts';
export {
  createStreamNetwork,
  STREAM_NETWORKS,
  type StreamNetworkModel,
} from './feeder/testing/stream-network.ts';
export { createSimulation } from './feeder/testing/stream-simulation.ts';
