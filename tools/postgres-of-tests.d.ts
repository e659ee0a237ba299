/** Vitest calls it before all tests, and what it returns after them. */
export declare function setup(): () => void;
