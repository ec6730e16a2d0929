// Images that a person shows to an agent: picked, pasted or dropped, and small enough for one message.

export interface AttachedImage {
  readonly name: string;
  readonly mediaType: string;
  readonly base64: string;
}

const MOST = 10;
// A message to the daemon has 4 MiB, and its text a part of that.
const MOST_CHARACTERS = 2_500_000;

export interface Attached {
  readonly images: readonly AttachedImage[];
  // What was not taken, and why.
  readonly refused: readonly string[];
}

// Behind those that are there.
export async function attached(before: readonly AttachedImage[], files: readonly File[]): Promise<Attached> {
  const images = [...before];
  const refused: string[] = [];
  for (const file of files) {
    const name = file.name === '' ? 'image' : file.name;
    const base64 = /^image\/[\w.+-]{1,40}$/.test(file.type) && file.size * 1.4 < MOST_CHARACTERS ? await base64Of(file) : undefined;
    const room = MOST_CHARACTERS - images.reduce((sum, image) => sum + image.base64.length, 0);
    if (!file.type.startsWith('image/')) refused.push(`${name} is no image. Files of the project are mentioned with @.`);
    else if (base64 === undefined || base64.length > room)
      refused.push(`${name} is too large: all images of a prompt may have ${megabytes(MOST_CHARACTERS)} MB together.`);
    else if (images.length >= MOST) refused.push(`${name} is one too many: a prompt takes ${MOST} images.`);
    else images.push({ name, mediaType: file.type, base64 });
  }
  return { images, refused };
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result.slice(reader.result.indexOf(',') + 1) : '');
    reader.onerror = () => reject(reader.error ?? new Error('it cannot be read'));
    reader.readAsDataURL(file);
  });
}

function megabytes(characters: number): string {
  return ((characters * 3) / 4 / 1_000_000).toFixed(1);
}
