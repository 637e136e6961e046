import { foundChapter } from './founded-chapter.ts';
import startDemo from './start-hub.ts';

/** Makes what journeys share: the hub with the demo, and then the chapter that isolated hubs copy. */
export default async function setUp(): Promise<() => Promise<void>> {
  const stopDemo = await startDemo();
  try {
    const removeChapter = await foundChapter();
    return async () => {
      try {
        await stopDemo();
      } finally {
        await removeChapter();
      }
    };
  } catch (error) {
    await stopDemo();
    throw error;
  }
}
