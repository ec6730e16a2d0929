// Several endings at once, as long as one may wait for them.
export async function within(bound: number, works: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, bound);
  });
  await Promise.race([Promise.allSettled(works), late]);
  clearTimeout(timer);
}
