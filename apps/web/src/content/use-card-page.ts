import { useRouter } from '@tanstack/react-router';

/** The page of the app that a card leads to, and the part of it that it begins with; undefined for another address. */
export function useCardPage(url: string): { readonly to: string; readonly hash: string } | undefined {
  const [to = '', hash = ''] = url.split('#');
  return to in useRouter().routesByPath ? { to, hash } : undefined;
}
