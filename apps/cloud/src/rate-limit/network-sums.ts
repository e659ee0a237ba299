import { networksOf } from './networks.ts';

/** Amounts that addresses hold, for each network that an address belongs to. */
export interface NetworkSums {
  /** What is held by the one network of an address that holds most. */
  largest(address: string): number;
  /** Adds an amount; a negative one takes it off again. */
  add(address: string, amount: number): void;
}

/** Returns sums that are 0 for every network. */
export function createNetworkSums(): NetworkSums {
  const sums = new Map<string, number>();

  return {
    largest: (address) => Math.max(...networksOf(address).map(({ name }) => sums.get(name) ?? 0)),
    add(address, amount) {
      for (const { name } of networksOf(address)) {
        const sum = (sums.get(name) ?? 0) + amount;
        if (sum === 0) sums.delete(name);
        else sums.set(name, sum);
      }
    },
  };
}
