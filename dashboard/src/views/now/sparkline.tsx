// The last minute of one connection: how many calls, coloured by what they do.
import { type Bucket, SHOWN_SECONDS } from './lanes.ts';

const HEIGHT = 16;
const BAR = 4;

export function Sparkline({ buckets }: { readonly buckets: readonly (Bucket | undefined)[] | undefined }) {
  if (buckets === undefined) return <span class="sparkline" />;
  const most = Math.max(4, ...buckets.map((bucket) => bucket?.count ?? 0));
  const total = buckets.reduce((sum, bucket) => sum + (bucket?.count ?? 0), 0);
  return (
    <svg class="sparkline" width={buckets.length * BAR} height={HEIGHT} role="img" aria-label={`${total} calls in ${SHOWN_SECONDS} seconds`}>
      {buckets.map((bucket, index) => {
        if (bucket === undefined) return null;
        const height = Math.max(2, Math.round((bucket.count / most) * HEIGHT));
        return <rect key={index} class={`bar-${bucket.effect}`} x={index * BAR} y={HEIGHT - height} width={BAR - 1} height={height} />;
      })}
    </svg>
  );
}
