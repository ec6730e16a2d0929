// Prices are in cents.
const prices = { apple: 50, bread: 320 };

export function price(name, count = 1) {
  return prices[name] * count;
}

if (process.argv[2] !== undefined) {
  const cents = price(process.argv[2]);
  if (Number.isNaN(cents)) {
    console.error(`nobody sells ${process.argv[2]}`);
    process.exitCode = 1;
  } else console.log(cents);
}
