// What a program prints, up to a size that no answer needs.

const LARGEST_OUTPUT = 64 * 1024 * 1024;

export async function boundedBytes(stream: AsyncIterable<unknown>, onTooLarge: () => void): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) continue;
    length += chunk.length;
    if (length > LARGEST_OUTPUT) {
      onTooLarge();
      return { bytes: Buffer.concat(chunks), isCut: true };
    }
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}
