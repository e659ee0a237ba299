/** Whether `If-None-Match` names the tag; weak tags count (RFC 9110, section 13.1.2). */
export const matchesEntityTag = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
