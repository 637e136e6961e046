/** Why a file could not be written, in words; undefined for other failures. */
export function describeDiskFailure(error: unknown): string | undefined {
  return {
    ENOENT: 'the folder above it does not exist',
    EACCES: 'permission denied',
    EROFS: 'it is read-only',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'it is not a folder',
    EISDIR: 'it is a folder',
    EEXIST: 'another command is writing there',
  }[String((error as NodeJS.ErrnoException).code)];
}
