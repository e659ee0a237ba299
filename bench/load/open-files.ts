/** Kept for files, pipes and whatever else a process has open. */
const RESERVE = 200;

/** Connections that one process may hold here; what `ulimit -n` says, less a reserve. */
export function openFilesAllowed(): number {
  // The report's type is `object`: this is the part of it that Node documents.
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft - RESERVE : Number.POSITIVE_INFINITY;
}
