using Parcel.Core;
using Xunit;

namespace Parcel.Tests
{
    public class StatusMapperTests
    {
        [Theory]
        [InlineData('M', ParcelStatus.Announced)]
        [InlineData('P', ParcelStatus.PickedUp)]
        [InlineData('I', ParcelStatus.InTransit)]
        [InlineData('D', ParcelStatus.Delivered)]
        [InlineData('?', ParcelStatus.Unknown)]
        public void MapsUps(char code, ParcelStatus expected)
        {
            Assert.Equal(expected, StatusMapper.FromUps(code));
        }

        [Fact]
        public void UnknownDhlCode()
        {
            Assert.Equal(ParcelStatus.Unknown, StatusMapper.FromDhl("nonsense"));
        }
    }
}
