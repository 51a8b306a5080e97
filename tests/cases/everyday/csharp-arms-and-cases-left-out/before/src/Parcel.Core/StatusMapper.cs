using System;
using System.Collections.Generic;

namespace Parcel.Core
{
    public enum ParcelStatus
    {
        Unknown,
        Announced,
        PickedUp,
        InTransit,
        OutForDelivery,
        Delivered,
        Returned,
        Lost,
    }

    /// <summary>
    /// Maps the codes of the carriers to our own status.
    /// </summary>
    public static class StatusMapper
    {
        private static readonly Dictionary<string, ParcelStatus> Dhl = new()
        {
            ["pre-transit"] = ParcelStatus.Announced,
            ["transit"] = ParcelStatus.InTransit,
            ["delivered"] = ParcelStatus.Delivered,
            ["failure"] = ParcelStatus.Returned,
            ["unknown"] = ParcelStatus.Unknown,
        };

        public static ParcelStatus FromDhl(string code) =>
            Dhl.TryGetValue(code, out var status) ? status : ParcelStatus.Unknown;

        // UPS sends one letter, see their "Tracking API" PDF, table 14.
        public static ParcelStatus FromUps(char code)
        {
            switch (code)
            {
                case 'M':
                    return ParcelStatus.Announced;
                case 'P':
                    return ParcelStatus.PickedUp;
                case 'I':
                    return ParcelStatus.InTransit;
                case 'D':
                    return ParcelStatus.Delivered;
                case 'X':
                    // exception: may still arrive
                    return ParcelStatus.InTransit;
                default:
                    return ParcelStatus.Unknown;
            }
        }

        public static string ToText(ParcelStatus status) => status switch
        {
            ParcelStatus.Announced => "Announced by the sender",
            ParcelStatus.PickedUp => "Picked up",
            ParcelStatus.InTransit => "On its way",
            ParcelStatus.OutForDelivery => "Arrives today",
            ParcelStatus.Delivered => "Delivered",
            ParcelStatus.Lost => "Lost",
            _ => "No information",
        };

        public static bool IsFinal(ParcelStatus status) =>
            status is ParcelStatus.Delivered or ParcelStatus.Returned or ParcelStatus.Lost;
    }
}
