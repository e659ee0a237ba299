/** Reserve for files, pipes and other open handles of a process. */
const RESERVE = 200;

/** The number of connections that one process may open here; the value of `ulimit -n`, less a reserve. */
export function openFilesAllowed(): number {
  // The report's type is `object`: this is the part of it that Node documents.
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft - RESERVE : Number.POSITIVE_INFINITY;
}
