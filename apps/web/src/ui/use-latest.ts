import { type RefObject, useEffect, useRef } from 'react';

/** The newest value of something that changes with every render, for callbacks that outlive one. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
