// What is printed for those who pay.
import { crossingFare } from "@ferries/fares"
import type { Booking } from './booking.ts';

export function receipt( booking: Booking ): string {
    const single = crossingFare(booking.kilometres, "low")
    const lines = [ `${booking.people} × ${single}`, `to pay: ${(booking.cents / 100).toFixed(2)}` ]
    return lines.join("\n")
}
