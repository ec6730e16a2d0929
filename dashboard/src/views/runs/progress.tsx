// A thin line along the bottom of what it measures.

export function Progress({ share }: { readonly share: number | undefined }) {
  if (share === undefined) return null;
  return <span class="run-progress" role="presentation" style={{ '--done': `${share * 100}%` }} />;
}
