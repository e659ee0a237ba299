import { openLibraryDatabase } from './library-table.ts';
import { exportLibrary, importLibrary } from './library-transfer.ts';
import type { LibraryTransferAnswer, LibraryTransferRequest } from './transfer-messages.ts';

// Reading and writing a library of thousands takes longer than a frame, so it is done here.
addEventListener('message', ({ data }: MessageEvent<LibraryTransferRequest>) => {
  void answer(data).then((message) => postMessage(message));
});

async function answer(request: LibraryTransferRequest): Promise<LibraryTransferAnswer> {
  try {
    const database = await openLibraryDatabase();
    try {
      if (request.kind === 'export') return { text: await exportLibrary(database) };
      return { result: await importLibrary(database, request.file) };
    } finally {
      database.close();
    }
  } catch (error) {
    return error instanceof Error
      ? { message: error.message, name: error.name }
      : { message: String(error), name: 'Error' };
  }
}
